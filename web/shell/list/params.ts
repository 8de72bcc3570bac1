/** A query of `/api/auth` as the query of a URL; a list repeats its parameter, what is undefined is left out. */
export function toParams(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  )
  return String(new URLSearchParams(pairs))
}
