// Functions that run in the page.

/** The texts of the page, and of its labels for screen readers, that are neither in the pseudo-language nor data, such as `names`. */
export function foreignTexts(names: readonly string[]): string[] {
  // Words that the browser writes (dates, lists, countries, units), names in the data, and brands.
  const known =
    /\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|ago|in|In|at|and|now|today|yesterday|tomorrow|sec|min|hr|day|days|am|pm|AM|PM|UTC|USD|EUR|MB|GB|Tomorrow|Yesterday|Today|Now|AB|GH|SV|Ada Byron|Grace Hopper|Sanne Visser|Byron and Daughters|Template Library|For tests|Netherlands|Guildhall|Chrome|HeadlessChrome|Linux|lightMyRequest|Visa)\b/g
  const data =
    /[\w.+-]+@[\w.-]+|\bshop-\w+|https?:\/\/\S+|\S*\/\S*|\b[a-z_]+(?:[.:][a-z_]+)+\b|\b[\w-]*[\d_]\w*\b|[A-Za-z0-9-]*…[A-Za-z0-9-]*/g
  const rest = (text: string) => {
    let [before, after] = ['', names.reduce((left, name) => left.replaceAll(name, ' '), text)]
    while (before !== after) [before, after] = [after, after.replace(/\[[^[\]]*\]/g, ' ')]
    return after.replace(data, ' ').replace(known, ' ')
  }
  const isForeign = (text: string) => /\p{L}{2}/u.test(rest(text))
  const blocks = new Map<Element, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      !parent ||
      parent.closest('code, pre, kbd, .font-mono, script, style, option:not(:checked), [translate=no]') ||
      !parent.checkVisibility()
    )
      continue
    let block: Element = parent
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    blocks.set(block, (blocks.get(block) ?? '') + (node.nodeValue ?? ''))
  }
  const labels = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((element) =>
    ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) => element.getAttribute(name) ?? []),
  )
  return [...new Set([...blocks.values(), ...labels, document.title].filter(isForeign))]
}

/** The texts that are cut off without an ellipsis, or reach over their box or the window. */
export function overflowing(): string[] {
  const found: string[] = []
  const width = document.documentElement.scrollWidth
  if (width > window.innerWidth) found.push(`the page is ${width} wide`)
  const isScrolled = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowX) || each.classList.contains('sr-only')) return true
    return false
  }
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (!hasText || !element.checkVisibility()) continue
    const style = getComputedStyle(element)
    if (style.display === 'inline' || element.clientWidth <= 1 || isScrolled(element)) continue
    const isCut = element.scrollWidth > element.clientWidth + 1 && style.textOverflow !== 'ellipsis'
    if (isCut) found.push(`${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 60)}`)
  }
  return found
}
