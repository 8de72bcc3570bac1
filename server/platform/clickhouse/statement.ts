// Statements of ClickHouse. A value is a parameter with a type, which the server puts in: no value is ever part of the text. Pure.

/** The types of parameters that statements have. */
export type ParameterType = 'String' | 'Int64' | 'UInt64' | 'Array(String)' | 'Array(Int64)'
export type ParameterValue = string | number | bigint | readonly string[] | readonly number[]

/** A value of a statement. */
export interface Parameter {
  readonly type: ParameterType
  readonly value: ParameterValue
}

/** A piece of a statement with its parameters. */
export interface Fragment {
  readonly parts: readonly (string | Parameter)[]
}

/** A statement as it is sent: `{p1:String}` in the text names the parameter `p1`. */
export interface ClickHouseStatement {
  readonly text: string
  readonly parameters: Readonly<Record<string, ParameterValue>>
}

/** A piece of a statement; what is put in is another piece or a parameter, never text. */
export function ch(texts: TemplateStringsArray, ...values: readonly (Fragment | Parameter)[]): Fragment {
  return { parts: texts.flatMap((text, at) => [text, ...partsOf(values[at])]) }
}

/** A text as a parameter. */
export const textParameter = (value: string): Parameter => ({ type: 'String', value })

/** A whole number as a parameter. */
export const wholeParameter = (value: number | bigint): Parameter => ({ type: 'Int64', value })

/** Pieces with a separator between them. */
export function joined(fragments: readonly Fragment[], separator: Fragment): Fragment {
  return { parts: fragments.flatMap((fragment, at) => (at === 0 ? fragment.parts : [...separator.parts, ...fragment.parts])) }
}

/** The statement as it is sent. The same value of one type is one parameter. */
export function toStatement({ parts }: Fragment): ClickHouseStatement {
  const parameters: Record<string, ParameterValue> = {}
  const names = new Map<string, string>()
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const key = `${part.type} ${typeof part.value === 'object' ? JSON.stringify(part.value) : part.value}`
    const name = names.get(key) ?? `p${names.size + 1}`
    names.set(key, name)
    parameters[name] = part.value
    return `{${name}:${part.type}}`
  })
  return { text: texts.join(''), parameters }
}

function partsOf(value: Fragment | Parameter | undefined): readonly (string | Parameter)[] {
  if (value === undefined) return []
  return 'parts' in value ? value.parts : [value]
}
