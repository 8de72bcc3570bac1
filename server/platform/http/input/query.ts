/** A parsed query. A value is text, a list for a repeated name, or an object for `name[key]=value`. Prototypes are null. */
export type ParsedQuery = Record<string, unknown>

const DEEP = /^([^[\]]+)\[([^[\]]*)\]$/

function empty(): ParsedQuery {
  return Object.create(null) as ParsedQuery
}

function add(into: ParsedQuery, key: string, value: string): void {
  const known = into[key]
  if (known === undefined) into[key] = value
  else if (Array.isArray(known)) known.push(value)
  else into[key] = [known, value]
}

/** Parses a query string: `a=1&a=2` gives a list, `metadata[k]=v` an object. */
export function parseQuery(text: string): ParsedQuery {
  const query = empty()
  for (const [key, value] of new URLSearchParams(text)) {
    const deep = DEEP.exec(key)
    const name = deep?.[1]
    const inner = deep?.[2]
    if (name === undefined || inner === undefined) add(query, key, value)
    else if (query[name] === undefined || isObject(query[name])) {
      const object = (query[name] as ParsedQuery | undefined) ?? empty()
      query[name] = object
      add(object, inner, value)
    } else add(query, key, value)
  }
  return query
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
