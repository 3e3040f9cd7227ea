// Search in pages that are opened from the disk: browsers start no Worker there, so its script runs in a hidden frame.
if (location.protocol === "file:") {
  const TELLS = `self.postMessage = data => frameElement.dispatchEvent(new MessageEvent("message", { data }));`;

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = Object.assign(document.createElement("iframe"), { hidden: true });
      this.frame.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
      this.ready = new Promise(done => this.frame.addEventListener("load", done, { once: true }));
      this.frame.srcdoc = `<!doctype html><body><script>${TELLS}<\/script><script src="${url}"><\/script>`;
      document.body.append(this.frame);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
