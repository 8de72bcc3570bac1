// Markdown as merchants write it in notes: headings, paragraphs, lists, quotes, code, emphasis and links. No HTML: what looks like it is text.

/** A part of a line. */
export type Span =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A part of a note. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'quote'; readonly spans: readonly Span[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'bullets' | 'numbers'; readonly items: readonly (readonly Span[])[] }

const SPAN =
  /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"])/g
const SAFE_LINK = /^(https?:\/\/|mailto:)/i
const BULLET = /^\s*[-*+]\s+/
const NUMBER = /^\s*\d+[.)]\s+/
const HEADING = /^#{1,6}\s+/
const QUOTE = /^>\s?/
const FENCE = /^```/

/** The spans of a text. A link of an unsafe kind, such as `javascript:`, is text. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    spans.push(spanOf(match))
    end = match.index + match[0].length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}

function spanOf([whole, code, stars, bars, star, bar, label, href, url]: RegExpMatchArray): Span {
  if (code !== undefined) return { kind: 'code', text: code }
  const strong = stars ?? bars
  if (strong !== undefined) return { kind: 'strong', text: strong }
  const emphasis = star ?? bar
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  const target = href ?? url
  if (target !== undefined && SAFE_LINK.test(target)) return { kind: 'link', text: label ?? target, href: target }
  return { kind: 'text', text: whole }
}

/** The blocks of a note. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const [block, count] = blockAt(lines.slice(at), line)
    blocks.push(block)
    at += count
  }
  return blocks
}

function blockAt(lines: readonly string[], first: string): [block: Block, lines: number] {
  if (FENCE.test(first)) {
    const close = lines.findIndex((line, at) => at > 0 && FENCE.test(line))
    const end = close < 0 ? lines.length : close
    return [{ kind: 'code', text: lines.slice(1, end).join('\n') }, Math.min(end + 1, lines.length)]
  }
  if (HEADING.test(first)) return [{ kind: 'heading', spans: spansOf(first.replace(HEADING, '')) }, 1]
  for (const [pattern, kind] of [
    [BULLET, 'bullets'],
    [NUMBER, 'numbers'],
  ] as const) {
    if (!pattern.test(first)) continue
    const items = leading(lines, (line) => pattern.test(line))
    return [{ kind, items: items.map((line) => spansOf(line.replace(pattern, ''))) }, items.length]
  }
  if (QUOTE.test(first)) {
    const quoted = leading(lines, (line) => QUOTE.test(line))
    return [{ kind: 'quote', spans: spansOf(quoted.map((line) => line.replace(QUOTE, '')).join('\n')) }, quoted.length]
  }
  const isOther = (line: string) => [FENCE, HEADING, BULLET, NUMBER, QUOTE].some((pattern) => pattern.test(line))
  const paragraph = leading(lines, (line) => line.trim() !== '' && !isOther(line))
  return [{ kind: 'paragraph', spans: spansOf(paragraph.join('\n')) }, paragraph.length]
}

function leading(lines: readonly string[], belongs: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line) => !belongs(line))
  return end < 0 ? lines : lines.slice(0, end)
}
