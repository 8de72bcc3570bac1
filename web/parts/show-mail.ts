/**
 * Draws a mail inside an empty sandboxed frame. A frame inherits this page's strict style policy, which would drop the inline styles that mails are made of;
 * written through CSSOM they are allowed. Scripts are taken out, and the sandbox would not run them.
 * `scheme` shows how it looks to whoever prefers light or dark; without it as the reader does.
 */
export function showMail(frame: HTMLIFrameElement, html: string, scheme?: 'light' | 'dark'): void {
  const page = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (page === null || view === null) return
  const sheets: string[] = []
  const bare = html
    .replace(/<style[^>]*>([\s\S]*?)<\/style>/gi, (_, text: string) => {
      sheets.push(text)
      return ''
    })
    .replace(/\sstyle=/gi, ' data-style=')
  const parsed = new DOMParser().parseFromString(bare, 'text/html')
  for (const element of parsed.querySelectorAll('script, style, base, meta, link, iframe, object, form')) element.remove()
  for (const link of parsed.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  page.replaceChild(page.adoptNode(parsed.documentElement), page.documentElement)
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? ''
    element.removeAttribute('data-style')
  }
  page.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(scheme === undefined ? text : text.replace(/\(prefers-color-scheme: *dark\)/g, scheme === 'dark' ? 'all' : 'not all'))
    return sheet
  })
}
