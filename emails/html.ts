/** Markup that is safe to insert into an email. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Markup | readonly Piece[] | null

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(escaped).join('')
  return String(piece).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Creates markup: every value is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(parts.reduce((all, part, index) => all + escaped(pieces[index - 1] ?? null) + part))
}
