// In the pages of `make serve` only: loads a page anew when it was written, and says what a
// contributor has to know. Whatever comes from a page or an error is put in as text.
(() => {
  if (window.guidePreview) return; // instant navigation meets this script again
  window.guidePreview = true;
  let version = Number(document.currentScript.dataset.version);
  let boot = "", place = location.pathname;

  const host = document.createElement("div");
  host.id = "guide-preview";
  const box = host.attachShadow({mode: "open"});
  box.innerHTML = `<style>
    section { position: fixed; inset: auto 1rem 1rem 1rem; z-index: 99; max-height: 45vh;
      overflow: auto; font: 15px/1.5 system-ui, sans-serif; border-radius: 6px; padding: .6rem 1rem;
      background: #1d242c; color: #fff; box-shadow: 0 2px 12px #0006; max-width: 60rem; }
    section.wrong { background: #7a1420; }
    p { margin: .2rem 0; overflow-wrap: anywhere; white-space: pre-wrap; }
    code { font: 13px/1.5 ui-monospace, monospace; }
    [hidden] { display: none; }
  </style><section role="status" hidden></section>`;
  const panel = box.querySelector("section");
  const looks = document.createElement("style");
  looks.textContent = `.guide-renewing { outline: 2px dashed #b45309; outline-offset: 2px; }
    .guide-renewing-mark { font-size: .75em; font-weight: 700; color: #b45309; margin-left: .3em; }`;

  const line = (words, tag = "p") => {
    const made = document.createElement(tag);
    made.textContent = words;
    return made;
  };
  const of = (name) => ["data-figure", "data-claim", "data-chart", "data-trace"].map(
    (sign) => `[${sign}^="${CSS.escape(name)}."], [${sign}="${CSS.escape(name)}"]`).join(", ");

  const mark = (names) => {
    const wanted = new Set(names.flatMap((name) => [...document.querySelectorAll(of(name))]));
    for (const one of document.querySelectorAll(".guide-renewing")) {
      if (wanted.has(one)) continue;
      one.classList.remove("guide-renewing");
      one.querySelector(":scope > .guide-renewing-mark")?.remove();
    }
    for (const one of wanted) {
      if (one.classList.contains("guide-renewing")) continue;
      one.classList.add("guide-renewing");
      const words = line("다시 재는 중", "span");
      words.className = "guide-renewing-mark";
      one.append(words);
    }
  };

  const show = (news) => {
    const lines = [];
    const wrong = news.problems.length > 0;
    if (wrong) lines.push(line(`고칠 곳 ${news.problems.length}군데 — 고치면 이 알림이 사라집니다`));
    for (const one of news.problems) lines.push(line(one, "p"));
    for (const one of news.warnings) lines.push(line(`살펴볼 곳: ${one}`));
    if (news.restart.length) {
      lines.push(line(`다시 켜야 반영됩니다 (Ctrl-C 뒤 make serve): ${news.restart.join(", ")}`));
    }
    for (const [name, step] of Object.entries(news.renewing)) {
      lines.push(line(`${name} 다시 재는 중${step ? ` (${step})` : ""} — 보이는 값은 그 앞의 것입니다`));
    }
    for (const one of news.notes) lines.push(line(one));
    if (news.busy) lines.push(line(news.busy));
    panel.replaceChildren(...lines);
    panel.classList.toggle("wrong", wrong);
    panel.hidden = lines.length === 0;
    mark(Object.keys(news.renewing));
  };

  const take = (news) => {
    if (boot && news.boot !== boot) return location.reload();
    boot = news.boot;
    if (place !== location.pathname) {
      place = location.pathname; // instant navigation brought a page that was just fetched
      version = news.version;
    }
    const newest = Math.max(news.pages["*"] ?? 0, news.pages[decodeURI(place)] ?? 0);
    if (newest > version) return location.reload();
    show(news);
  };

  const listen = async (seen) => {
    let next = seen;
    try {
      const answer = await fetch(`/__preview/news?seen=${seen}`);
      const news = await answer.json();
      take(news);
      next = news.version;
    } catch {
      panel.replaceChildren(line("미리 보기가 꺼졌습니다. make serve로 다시 켜 주세요"));
      panel.hidden = false;
      next = -1;
      await new Promise((done) => setTimeout(done, 2000));
    }
    listen(next);
  };

  const start = () => {
    document.documentElement.append(host); // outside of what instant navigation replaces
    host.append(looks);
    listen(-1);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
  // A page that came by instant navigation is drawn without its marks: ask once more.
  let shown = location.pathname;
  setInterval(() => {
    if (shown === location.pathname) return;
    shown = location.pathname;
    fetch("/__preview/news").then((answer) => answer.json()).then(take).catch(() => {});
  }, 500);
})();
