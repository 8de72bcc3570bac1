/**
 * Renders an email inside an empty sandboxed frame. The frame inherits this page's strict style policy, which blocks the inline styles of
 * emails; styles set through CSSOM are allowed. Scripts are removed, and the sandbox does not run any. `scheme` emulates a light or dark
 * colour scheme; without it the browser's own applies.
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
