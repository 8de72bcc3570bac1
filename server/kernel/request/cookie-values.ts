/** By cookies: the further values of a name that was sent more than once, which only another host of the domain causes. */
const furtherValues = new WeakMap<ReadonlyMap<string, string>, Map<string, string[]>>()

/** Adds a further value of a cookie that `cookies` has already. */
export function addFurtherValue(cookies: ReadonlyMap<string, string>, name: string, value: string): void {
  const further = furtherValues.get(cookies) ?? new Map<string, string[]>()
  furtherValues.set(cookies, further.set(name, [...(further.get(name) ?? []), value]))
}

/** All values of a cookie in the order of the header; a host of the same domain can add some, but cannot sign them. */
export function cookieValues(cookies: ReadonlyMap<string, string>, name: string): readonly string[] {
  const first = cookies.get(name)
  return first === undefined ? [] : [first, ...(furtherValues.get(cookies)?.get(name) ?? [])]
}
