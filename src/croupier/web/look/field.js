// A labelled native control: select, text, area, check, or pills (one of a few).
let count = 0;
export default {
  props: {
    kind: String,
    label: String,
    value: [String, Boolean],
    options: Array,
    quiet: Boolean,
    help: String,
    longest: Number,
    resets: Number,
  },
  emits: ["change"],
  data() {
    return { name: `field-${++count}`, now: this.value };
  },
  watch: {
    value(value) {
      this.now = value;
    },
    // the server says again what is shown, where the reader may have changed it since
    resets() {
      this.now = this.value;
      this.$nextTick(() => {
        const control = this.$el.querySelector("select, input, textarea");
        if (control && control.type !== "checkbox") control.value = this.value;
      });
    },
  },
  methods: {
    take(value) {
      this.now = value;
      this.$emit("change", value);
    },
  },
  render() {
    const h = Vue.h;
    const label = h("label", { for: this.name, class: this.quiet ? "unseen" : "field-label" }, this.label);
    const help = this.help ? [h("small", { class: "field-help", id: `${this.name}-help` }, this.help)] : [];
    const common = { id: this.name, "aria-describedby": this.help ? `${this.name}-help` : undefined };
    if (this.kind === "select") {
      const options = this.options.map(([key, words]) => h("option", { value: key, selected: key === this.now }, words));
      const take = (event) => this.take(event.target.value);
      return h("div", { class: "field" }, [label, h("select", { ...common, value: this.now, onChange: take }, options), ...help]);
    }
    if (this.kind === "check") {
      const take = (event) => this.take(event.target.checked);
      const box = h("input", { ...common, type: "checkbox", role: "switch", checked: this.now, onChange: take });
      return h("div", { class: "field check" }, [box, h("label", { for: this.name }, this.label), ...help]);
    }
    if (this.kind === "pills") {
      const pills = this.options.map(([key, words]) => {
        const id = `${this.name}-${key}`;
        const take = () => this.take(key);
        const radio = h("input", { type: "radio", id, name: this.name, value: key, checked: key === this.now, onChange: take });
        return h("span", { class: "pill" }, [radio, h("label", { for: id }, words)]);
      });
      const legend = h("legend", { class: this.quiet ? "unseen" : "field-label" }, this.label);
      return h("fieldset", { class: "field pills" }, [legend, h("div", { class: "pill-row" }, pills), ...help]);
    }
    const tag = this.kind === "area" ? "textarea" : "input";
    const control = h(tag, {
      ...common,
      value: this.now,
      maxlength: this.longest,
      rows: this.kind === "area" ? 5 : undefined,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      // a page that is told something draws all of itself again, and must not take away what is being written
      onInput: (event) => {
        this.now = event.target.value;
      },
      onChange: (event) => this.take(event.target.value),
      onKeydown: (event) => {
        if (event.key === "Enter" && this.kind === "text") this.take(event.target.value);
      },
    });
    return h("div", { class: "field" }, [label, control, ...help]);
  },
};
