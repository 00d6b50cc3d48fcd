// HTML that the server made and escaped; pressing what has `data-pick` tells which.
export default {
  props: { html: String },
  emits: ["pick"],
  beforeUpdate() {
    const focused = document.activeElement;
    this.had = this.$el.contains(focused) ? focused.dataset.pick : undefined;
    const list = this.$el.querySelector("ol");
    this.scrolled = list ? list.scrollTop : 0;
  },
  updated() {
    if (this.had !== undefined) this.$el.querySelector(`[data-pick="${CSS.escape(this.had)}"]`)?.focus({ preventScroll: true });
    const list = this.$el.querySelector("ol");
    if (list) list.scrollTop = this.scrolled;
    this.reveal();
  },
  mounted() {
    this.reveal();
  },
  methods: {
    // where the reader stands is in sight, without moving the page
    reveal() {
      const [list, now] = [this.$el.querySelector("ol"), this.$el.querySelector("ol .now")];
      if (!list || !now) return;
      const [outer, inner] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
      if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
      else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
    },
  },
  render() {
    const pick = (event) => {
      const found = event.target.closest?.("[data-pick]");
      if (found && this.$el.contains(found)) this.$emit("pick", found.dataset.pick);
    };
    return Vue.h("div", { innerHTML: this.html, onClick: pick });
  },
};
