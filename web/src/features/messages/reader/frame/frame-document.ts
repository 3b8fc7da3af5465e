import { emptyFrame } from '../../../../lib/trusted.ts'

/**
 * Second and third layer: with this policy nothing but pictures of the mail itself (`data:`, `blob:`) can
 * load, and nothing can be submitted or nested. The frame inherits the page's policy as well.
 */
const policy = [
  "default-src 'none'",
  'img-src data: blob:',
  "style-src 'unsafe-inline'",
  "font-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
].join('; ')

/**
 * A mail lies on white paper: its own colours are made for that. Drawn dark they are turned round, its pictures back again,
 * and where it says no ground the reader's own shows.
 */
export const frameLooks = `
:root{color-scheme:light;background:#fff}
html,body{margin:0;padding:0;height:auto}
html{overflow-y:hidden;overflow-x:auto}
body{display:flow-root;color:#18222e;font:14px/1.6 system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;overflow-wrap:break-word}
img{max-width:100%}
img:not([src]){min-width:16px;min-height:16px;background:#f0f3f5;color:#66727f;font-size:12px}
a{color:#11617a}
pre{white-space:pre-wrap}
blockquote{margin:8px 0 8px 4px;padding-left:12px;border-left:2px solid #d5dde3;color:#4f5c6b}
table{border-collapse:separate}
summary.hongyan-quote{display:inline-block;margin:8px 0;padding:0 10px;border-radius:9px;background:#e9eef1;color:#4f5c6b;font:600 14px/18px system-ui;letter-spacing:1px;cursor:pointer;list-style:none;user-select:none}
summary.hongyan-quote::-webkit-details-marker{display:none}
summary.hongyan-quote:hover{background:#dbe3e8}
::highlight(hit-mail),::highlight(shown-mail){background:#ffe69a;color:#18222e}
:root[data-dark]{background:transparent;filter:invert(.9) hue-rotate(180deg)}
:root[data-dark] img,:root[data-dark] [style*="background-image"]{filter:invert(1) hue-rotate(180deg)}
@media print{html{overflow:visible}:root[data-dark]{filter:none}}
`

/** The empty page that mails are put into: one and the same, or React would load the frame anew. */
export const frameDocument = emptyFrame(
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>${frameLooks}</style></head><body></body></html>`,
)
