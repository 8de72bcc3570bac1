import type { EmailParts } from './email.ts'
import { html, Markup } from './html.ts'

const FACE = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Email clients support few style rules and drop most style sheets: each element has its colours inline, and the sheet only adds dark mode.
const DARK = `@media (prefers-color-scheme: dark) {
  .canvas { background: #16181c !important } .surface { background: #1d2025 !important; border-color: #383c44 !important }
  .text { color: #eeeff1 !important } .muted { color: #a6aab3 !important } .line { border-color: #383c44 !important }
  .accent { background: #7c8ff5 !important; color: #12141c !important } .banner { background: #17303f !important; color: #8cc7ee !important }
}`

/** The HTML page of an email: one column, light and dark, readable without images. */
export function layout(parts: EmailParts): string {
  const banner =
    parts.banner === null
      ? null
      : html`<p class="banner" style="margin:0 0 16px;padding:8px 12px;border-radius:6px;background:#e6f4fc;color:#0b5a85;font-size:13px;line-height:20px">${parts.banner}</p>`
  const logo =
    parts.logo == null
      ? null
      : html`<img src="${parts.logo}" width="24" height="24" alt="" style="margin:0 8px 0 0;border-radius:4px;vertical-align:middle">`
  return html`<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${parts.title}</title><style>${new Markup(DARK)}</style>
</head>
<body class="canvas" style="margin:0;padding:32px 16px;background:#f9fafb;${FACE}">
<div style="display:none;max-height:0;overflow:hidden">${parts.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td>
<p class="text" style="margin:0 0 16px;color:#17191e;font-size:14px;line-height:20px;font-weight:550">${logo}${parts.sender}</p>
<div class="surface" style="padding:24px;border:1px solid #e4e6ea;border-radius:10px;background:#ffffff">
${banner}<h1 class="text" style="margin:0 0 16px;color:#17191e;font-size:20px;line-height:28px;font-weight:550">${parts.title}</h1>
${parts.body}
</div>
<p class="muted" style="margin:16px 0 0;color:#5c6069;font-size:12px;line-height:16px">${parts.footer}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>`.text
}

/** A paragraph. */
export function paragraph(text: string): Markup {
  return html`<p class="text" style="margin:0 0 16px;color:#17191e;font-size:14px;line-height:20px">${text}</p>`
}

/** A note below the button. */
export function note(text: string): Markup {
  return html`<p class="muted" style="margin:0 0 16px;color:#5c6069;font-size:13px;line-height:20px">${text}</p>`
}

/** The button of an email. */
export function button(label: string, url: string): Markup {
  return html`<p style="margin:0 0 16px"><a class="accent" href="${url}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#3551cc;color:#fcfcfd;font-size:14px;line-height:20px;font-weight:550;text-decoration:none">${label}</a></p>`
}

/** One line of a bill: a label on the left, an amount on the right. */
export interface BillLine {
  readonly label: string
  readonly amount: string
  readonly isTotal?: boolean
}

/** A bill: lines with right-aligned amounts, and the total below a rule. */
export function bill(lines: readonly BillLine[]): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${lines.map((line) => {
    const weight = line.isTotal ? 550 : 400
    const edge = line.isTotal ? 'border-top:1px solid #e4e6ea;' : ''
    const cell = `${edge}padding:8px 0;color:#17191e;font-size:14px;line-height:20px;font-weight:${weight}`
    return html`<tr><td class="text line" style="${cell}">${line.label}</td><td class="text line" align="right" style="${cell};font-variant-numeric:tabular-nums">${line.amount}</td></tr>`
  })}</table>`
}

/** The same bill as plain text. */
export function billText(lines: readonly BillLine[]): string {
  const width = Math.max(...lines.map((line) => line.label.length)) + 2
  const amounts = Math.max(...lines.map((line) => line.amount.length))
  return lines.map((line) => `${line.label.padEnd(width)}${line.amount.padStart(amounts)}`).join('\n')
}
