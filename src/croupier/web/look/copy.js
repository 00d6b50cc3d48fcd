// An address to be copied: the whole text is selected, and taken to the clipboard where that is allowed.
export default {
  props: { value: String, label: String, button: String, done: String },
  data() {
    return { copied: false };
  },
  render() {
    const h = Vue.h;
    const take = () => {
      this.$refs.text.select();
      const ready = navigator.clipboard ? navigator.clipboard.writeText(this.$refs.text.value) : Promise.reject();
      ready.catch(() => document.execCommand("copy")).then(() => {
        this.copied = true;
        setTimeout(() => (this.copied = false), 1600);
      });
    };
    const whole = this.value.startsWith("/") ? window.location.origin + this.value : this.value;
    const text = h("input", { ref: "text", readonly: true, value: whole, "aria-label": this.label, onFocus: (e) => e.target.select() });
    return h("div", { class: "copy" }, [
      h("span", { class: "field-label" }, this.label),
      h("div", { class: "copy-row" }, [text, h("button", { type: "button", class: "button", onClick: take }, this.copied ? this.done : this.button)]),
    ]);
  },
};
