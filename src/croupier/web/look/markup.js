// HTML that the server made and escaped.
export default {
  props: { html: String },
  render() {
    return Vue.h("div", { innerHTML: this.html });
  },
};
