// A board: the SVG that the server drew, touched with mouse, finger or keyboard.
// One area has the focus; arrow keys go to the nearest one in their direction, Enter and Space touch it.
const NARROW = window.matchMedia("(max-width: 640px)");
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(area) {
  const box = area.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export default {
  props: { pictures: Array, label: String, moment: Array, chosen: Array, quick: Boolean },
  emits: ["touch"],
  data() {
    return { narrow: NARROW.matches };
  },
  mounted() {
    this.listen = (event) => (this.narrow = event.matches);
    NARROW.addEventListener("change", this.listen);
    this.place = null;
    this.rove();
  },
  beforeUnmount() {
    NARROW.removeEventListener("change", this.listen);
  },
  beforeUpdate() {
    const focused = document.activeElement;
    this.place = this.$el.contains(focused) ? focused.dataset.place : null;
    this.had = this.$el.contains(focused);
  },
  updated() {
    this.rove();
    if (!this.had) return;
    const areas = this.areas();
    const next = areas.find((area) => area.dataset.place === this.place) || areas.find((area) => area.tabIndex === 0);
    (next || this.$el).focus({ preventScroll: true });
  },
  methods: {
    areas() {
      return [...this.$el.querySelectorAll(".touch")];
    },
    rove(to) {
      const areas = this.areas();
      const kept = to || areas.find((area) => area.dataset.place === this.last) || areas[0];
      for (const area of areas) area.setAttribute("tabindex", area === kept ? "0" : "-1");
      if (kept) this.last = kept.dataset.place;
    },
    send(place) {
      this.$emit("touch", { moment: [...this.moment], chosen: [...this.chosen], place });
    },
    placeOf(event) {
      const area = event.target.closest?.(".touch");
      return area && this.$el.contains(area) ? area : null;
    },
    under(event) {
      const area = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".touch");
      return area && this.$el.contains(area) ? area : null;
    },
    // Touches are read from pointers and not from clicks: the picture may be drawn anew between down and up.
    down(event) {
      this.from = event.button === 0 ? this.under(event)?.dataset.place ?? null : null;
    },
    up(event) {
      const area = this.under(event);
      const [from, to] = [this.from, area?.dataset.place];
      this.from = null;
      if (!from || !to) return;
      const now = performance.now();
      // the second press of a double click is no second touch
      if (!this.quick && from === to && to === this.touched && now - this.when < 350) return;
      [this.touched, this.when] = [to, now];
      this.rove(area);
      if (from === to) this.send(to);
      else this.drag(from, to);
    },
    drag(from, to) {
      const chosen = this.chosen.includes(from) ? [...this.chosen] : [...this.chosen, from];
      this.$emit("touch", { moment: [...this.moment], chosen, place: to });
    },
    click(event) {
      const area = this.placeOf(event);
      if (area && event.detail === 0) this.send(area.dataset.place);
    },
    key(event) {
      const area = this.placeOf(event);
      if (event.key === "Enter" || event.key === " ") {
        if (!area || event.repeat) return;
        event.preventDefault();
        this.send(area.dataset.place);
      } else if (ARROWS[event.key]) {
        event.preventDefault();
        this.go(area, ...ARROWS[event.key]);
      }
    },
    go(area, dx, dy) {
      const areas = this.areas();
      if (!area) return areas[0]?.focus();
      const [x, y] = middle(area);
      let best = null;
      let least = Infinity;
      for (const other of areas) {
        const [ox, oy] = middle(other);
        const along = (ox - x) * dx + (oy - y) * dy;
        const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
        if (other === area || along < 4) continue;
        const far = along + 2.2 * across;
        if (far < least) [least, best] = [far, other];
      }
      if (!best) return;
      this.rove(best);
      best.focus({ preventScroll: false });
    },
  },
  render() {
    const html = this.pictures[this.narrow ? this.pictures.length - 1 : 0] || "";
    return Vue.h("div", {
      innerHTML: html,
      role: "group",
      "aria-label": this.label,
      tabindex: -1,
      onClick: this.click,
      onPointerdown: this.down,
      onPointerup: this.up,
      onKeydown: this.key,
    });
  },
};
