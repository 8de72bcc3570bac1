// The text of a PDF as it was drawn: its fonts say which glyph stands for which characters.
import { inflateSync } from 'node:zlib'

const BEGINNING = '>>\nstream\n'

/** Text that is drawn in the PDF, with what every font makes of it: a test searches it for what must, or must not, be there. */
export function pdfText(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const maps = streams.flatMap((stream) => (stream.includes('begincmap') ? [glyphsOf(stream)] : []))
  const drawn = streams.flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\]\s*TJ/g)].map(([, pieces = '']) => glyphIdsOf(pieces)))
  return maps.map((map) => drawn.map((ids) => ids.map((id) => map.get(id) ?? '').join('')).join('\n')).join('\n')
}

function streamsOf(pdf: Buffer): readonly string[] {
  const found: string[] = []
  for (let at = pdf.indexOf(BEGINNING); at !== -1; at = pdf.indexOf(BEGINNING, at + 1)) {
    const start = at + BEGINNING.length
    const end = pdf.indexOf('\nendstream', start)
    if (end === -1) break
    found.push(inflated(pdf.subarray(start, end)).toString('latin1'))
    at = end
  }
  return found
}

// Pictures and fonts are compressed in other ways, and hold no text.
function inflated(content: Buffer): Buffer {
  try {
    return inflateSync(content)
  } catch {
    return content
  }
}

function glyphsOf(map: string): ReadonlyMap<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', list = ''] of body.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[([^\]]*)\]/gi)) {
      const texts = [...list.matchAll(/<([0-9a-f ]+)>/gi)].map(([, code = '']) =>
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
      const start = Number.parseInt(first, 16)
      for (let id = start; id <= Number.parseInt(last, 16); id += 1) glyphs.set(id, texts[id - start] ?? '')
    }
  return glyphs
}

function glyphIdsOf(pieces: string): readonly number[] {
  return [...pieces.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) =>
    (hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
  )
}
