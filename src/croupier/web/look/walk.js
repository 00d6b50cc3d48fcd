// Steps through a line of play: four buttons, and the keys , and . anywhere but in a field.
export default {
  props: { names: Array, before: Boolean, after: Boolean },
  emits: ["step"],
  mounted() {
    this.listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(input|textarea|select)$/i.test(event.target.tagName)) return;
      const step = { ",": "back", ".": "on" }[event.key];
      if (step) this.$emit("step", step);
    };
    document.addEventListener("keydown", this.listen);
  },
  beforeUnmount() {
    document.removeEventListener("keydown", this.listen);
  },
  render() {
    const h = Vue.h;
    const shapes = { first: "M7 5v14M18 5l-8 7 8 7z", back: "M16 5l-8 7 8 7z", on: "M8 5l8 7-8 7z", last: "M17 5v14M6 5l8 7-8 7z" };
    const made = Object.keys(shapes).map((step, i) => {
      const off = i < 2 ? !this.before : !this.after;
      const sign = h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, [h("path", { d: shapes[step] })]);
      const press = () => off || this.$emit("step", step);
      return h("button", { type: "button", class: "step", title: this.names[i], "aria-label": this.names[i], "aria-disabled": off, onClick: press }, [sign]);
    });
    return h("div", { class: "walk", role: "group" }, made);
  },
};
