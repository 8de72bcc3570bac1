// An object that appears again in a golden file is written once, and later only with the fields that have changed since.
// `{ "again": "<id 3>", "status": "paid" }` is the latest object with the id 3 and the same fields, with another status.

/** The field that stands in place of those that are as before. */
const AGAIN = 'again'
/** Objects with fewer fields are written whole: a reference would say less in as many lines. */
const FIELDS_MIN = 4

type Fields = Readonly<Record<string, unknown>>

/** The latest object of each id and set of fields, in the order of the file. */
class Seen {
  readonly #objects = new Map<string, Map<string, Fields>>()

  /** The name of the set of fields of an object: its id, and a number where objects with other fields had the id before. */
  nameOf(value: Fields): string {
    const names = [...this.#shapesOf(value).keys()]
    const at = names.indexOf(shapeOf(value))
    return nameAt(String(value['id']), at === -1 ? names.length : at)
  }

  latestLike(value: Fields): Fields | undefined {
    return this.#shapesOf(value).get(shapeOf(value))
  }

  latestNamed(name: string): Fields {
    const [, id = '', shape = '1'] = /^(.*?)(?: shape (\d+))?$/.exec(name) ?? []
    const found = [...(this.#objects.get(id)?.values() ?? [])][Number(shape) - 1]
    if (!found) throw new Error(`No object above is named ${name}.`)
    return found
  }

  add(value: Fields): void {
    this.#shapesOf(value).set(shapeOf(value), value)
  }

  #shapesOf(value: Fields): Map<string, Fields> {
    const id = String(value['id'])
    const shapes = this.#objects.get(id) ?? new Map<string, Fields>()
    this.#objects.set(id, shapes)
    return shapes
  }
}

const nameAt = (id: string, at: number): string => (at === 0 ? id : `${id} shape ${at + 1}`)
const shapeOf = (value: Fields): string => Object.keys(value).toSorted().join()
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isReferable = (value: Fields): boolean => typeof value['id'] === 'string' && Object.keys(value).length >= FIELDS_MIN

/** The value with references in place of what was written before. */
export function withReferences(value: unknown, seen = new Seen()): unknown {
  if (Array.isArray(value)) return value.map((each) => withReferences(each, seen))
  if (!isFields(value)) return value
  if (!isReferable(value)) return mapFields(value, (each) => withReferences(each, seen))
  const [latest, name] = [seen.latestLike(value), seen.nameOf(value)]
  const changed = Object.entries(value).filter(([key, each]) => JSON.stringify(each) !== JSON.stringify(latest?.[key]))
  const fields = mapFields(Object.fromEntries(changed), (each) => withReferences(each, seen))
  seen.add(value)
  return latest ? { [AGAIN]: name, ...fields } : fields
}

/** The value as it was before `withReferences`. */
export function withoutReferences(value: unknown, seen = new Seen()): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, seen))
  if (!isFields(value)) return value
  const { [AGAIN]: name, ...written } = value
  const latest = typeof name === 'string' ? seen.latestNamed(name) : {}
  const fields = { ...latest, ...mapFields(written, (each) => withoutReferences(each, seen)) }
  if (isReferable(fields)) seen.add(fields)
  return fields
}

const mapFields = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, change(each)]))
