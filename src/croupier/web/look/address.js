// The address that leads back to what is shown: reloading, bookmarks and the language links keep it.
export default {
  props: { path: String },
  mounted() {
    this.set();
  },
  watch: {
    path() {
      this.set();
    },
  },
  methods: {
    set() {
      if (!this.path) return;
      if (window.location.pathname + window.location.search !== this.path)
        window.history.replaceState(window.history.state, "", this.path);
      for (const link of document.querySelectorAll(".languages a"))
        link.setAttribute("href", `${link.getAttribute("href").split("?")[0]}?back=${encodeURIComponent(this.path)}`);
    },
  },
  render() {
    return Vue.h("span", { hidden: true });
  },
};
