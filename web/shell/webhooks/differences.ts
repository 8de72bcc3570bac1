/** One difference between two payloads, by its path: `data.prices[0].amount`. `undefined` where the field is absent. */
export interface Difference {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The differences between two values of JSON, in the order of the fields. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return []
  const [left, right] = [membersOf(before), membersOf(after)]
  if (left === undefined || right === undefined || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name) => differencesOf(left.get(name), right.get(name), joined(path, name, Array.isArray(before))))
}

function membersOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

const joined = (path: string, name: string, isIndex: boolean) => (isIndex ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`)
