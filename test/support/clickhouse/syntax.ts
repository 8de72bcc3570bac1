// The syntax of the statements that Guildhall sends to ClickHouse, as trees. Everything else is a syntax error, as it would be there.

/** An exception of ClickHouse with its number and name. */
export class ClickHouseException extends Error {
  readonly code: number
  readonly label: string

  constructor(code: number, label: string, message: string) {
    super(message)
    this.code = code
    this.label = label
  }
}

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | bigint }
  | { readonly kind: 'parameter'; readonly name: string; readonly type: string }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly settings: readonly Expression[]; readonly values: readonly Expression[] }
  | { readonly kind: 'item'; readonly map: Expression; readonly key: Expression }
  | { readonly kind: 'operator'; readonly operator: string; readonly left: Expression; readonly right: Expression }

export interface Select {
  readonly kind: 'select'
  readonly columns: readonly { readonly name: string; readonly expression: Expression }[]
  readonly from: string | Select | null
  readonly isFinal: boolean
  readonly where: Expression | null
  readonly groupBy: readonly string[]
  readonly orderBy: { readonly name: string; readonly isDescending: boolean } | null
  readonly limit: Expression | null
  readonly offset: Expression | null
}

export type Statement =
  | Select
  | { readonly kind: 'create'; readonly table: string }
  | { readonly kind: 'delete'; readonly table: string; readonly where: Expression }
  | { readonly kind: 'insert'; readonly table: string; readonly format: string }

const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|\{(\w+):([\w()]+)\}|(\d+)|([A-Za-z_]\w*)|(>=|<=|!=|[-+/=<>()[\],]))/y
const PRECEDENCE: Readonly<Record<string, number>> = {
  OR: 1,
  AND: 2,
  '=': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  IN: 3,
  '/': 4,
}

interface Token {
  readonly text: string
  readonly expression?: Expression
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(text)
    if (!found) throw syntaxError(text.slice(at, at + 40))
    const [whole, quoted, name, type, whole64, word] = found
    const literal = quoted === undefined ? undefined : quoted.slice(1, -1).replace(/\\(.)/g, '$1')
    const value = literal ?? (whole64 === undefined ? undefined : BigInt(whole64))
    if (value !== undefined) tokens.push({ text: whole.trim(), expression: { kind: 'literal', value } })
    else if (name !== undefined) tokens.push({ text: '{}', expression: { kind: 'parameter', name, type: type ?? '' } })
    else tokens.push({ text: word ?? whole.trim() })
  }
  return tokens
}

const syntaxError = (at: string) => new ClickHouseException(62, 'SYNTAX_ERROR', `Syntax error: failed at ${at}`)

/** The tree of a statement. */
export function parse(text: string): Statement {
  const creation =
    /^\s*CREATE TABLE IF NOT EXISTS (\w+) \([\s\S]*\) ENGINE = ReplacingMergeTree\(copied_at\)\s+PARTITION BY [\s\S]+ORDER BY \(organization_id, id\)\s*$/.exec(
      text,
    )
  if (creation) return { kind: 'create', table: creation[1] ?? '' }
  const insertion = /^\s*INSERT INTO (\w+) FORMAT (\w+)\s*$/.exec(text)
  if (insertion) return { kind: 'insert', table: insertion[1] ?? '', format: insertion[2] ?? '' }
  const reader = new Reader(tokensOf(text.replace(/FORMAT JSONEachRow\s*$/, '')))
  const statement = reader.accept('ALTER') ? reader.deletion() : reader.select()
  if (!reader.isEnd()) throw syntaxError(reader.peek())
  return statement
}

class Reader {
  private at = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  isEnd = () => this.at >= this.tokens.length
  peek = () => this.tokens[this.at]?.text ?? 'the end'

  accept(...texts: readonly string[]): boolean {
    const isNext = texts.every((text, index) => this.tokens[this.at + index]?.text === text)
    if (isNext) this.at += texts.length
    return isNext
  }

  expect(...texts: readonly string[]): void {
    if (!this.accept(...texts)) throw syntaxError(`${this.peek()}, expected ${texts.join(' ')}`)
  }

  word(): string {
    const text = this.peek()
    if (!/^[A-Za-z_]\w*$/.test(text)) throw syntaxError(text)
    this.at += 1
    return text
  }

  deletion(): Statement {
    this.expect('TABLE')
    const table = this.word()
    this.expect('DELETE', 'WHERE')
    return { kind: 'delete', table, where: this.expression() }
  }

  select(): Select {
    this.expect('SELECT')
    const columns = this.list(() => {
      const expression = this.expression()
      if (this.accept('AS')) return { name: this.word(), expression }
      if (expression.kind !== 'column') throw syntaxError('a column without a name')
      return { name: expression.name, expression }
    })
    const from = this.accept('FROM') ? this.source() : null
    const isFinal = this.accept('FINAL')
    const where = this.accept('WHERE') ? this.expression() : null
    const groupBy = this.accept('GROUP', 'BY') ? this.list(() => this.word()) : []
    const orderBy = this.accept('ORDER', 'BY') ? { name: this.word(), isDescending: this.direction() } : null
    const limit = this.accept('LIMIT') ? this.expression() : null
    const offset = this.accept('OFFSET') ? this.expression() : null
    return { kind: 'select', columns, from, isFinal, where, groupBy, orderBy, limit, offset }
  }

  private direction(): boolean {
    if (this.accept('DESC')) return true
    this.expect('ASC')
    return false
  }

  private source(): string | Select {
    if (!this.accept('(')) return this.word()
    const inner = this.select()
    this.expect(')')
    return inner
  }

  private list<Item>(read: () => Item): Item[] {
    const items = [read()]
    while (this.accept(',')) items.push(read())
    return items
  }

  expression(least = 1): Expression {
    let left = this.operand()
    for (;;) {
      const operator = this.peek()
      const precedence = PRECEDENCE[operator]
      if (precedence === undefined || precedence < least) return left
      this.at += 1
      left = { kind: 'operator', operator, left, right: this.expression(precedence + 1) }
    }
  }

  private operand(): Expression {
    let found = this.primary()
    while (this.accept('[')) {
      found = { kind: 'item', map: found, key: this.expression() }
      this.expect(']')
    }
    return found
  }

  private primary(): Expression {
    if (this.accept('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    const own = this.tokens[this.at]?.expression
    if (own) {
      this.at += 1
      return own
    }
    const name = this.word()
    if (!this.accept('(')) return { kind: 'column', name }
    const values = this.values()
    return this.accept('(') ? { kind: 'call', name, settings: values, values: this.values() } : { kind: 'call', name, settings: [], values }
  }

  private values(): Expression[] {
    if (this.accept(')')) return []
    const values = this.list(() => this.expression())
    this.expect(')')
    return values
  }
}
