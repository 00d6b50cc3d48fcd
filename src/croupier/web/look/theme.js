// The switch between the system's scheme, light and dark. `theme-first.js` sets the class before the page is painted.
const KEYS = ["auto", "light", "dark"];
const SIGNS = [
  "M12 4a8 8 0 1 0 0 16zM12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18",
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.500 10.500z",
];
export default {
  props: { label: String, names: Array },
  data() {
    return { at: Math.max(0, KEYS.indexOf(window.croupierTheme())) };
  },
  render() {
    const turn = () => {
      this.at = (this.at + 1) % KEYS.length;
      window.croupierTheme(KEYS[this.at]);
    };
    const words = `${this.label}: ${this.names[this.at]}`;
    const sign = Vue.h("path", { d: SIGNS[this.at], fill: this.at ? "none" : "currentColor", stroke: "currentColor" });
    const icon = Vue.h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, [sign]);
    return Vue.h("button", { type: "button", class: "theme", title: words, "aria-label": words, onClick: turn }, [icon]);
  },
};
