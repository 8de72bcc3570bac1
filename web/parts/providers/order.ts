const mostInLine = 4
const inLine = 3

/** What can be pressed at once, and what stands behind "More ways": up to four are all in line, of more the first three. The last used one leads. */
export function arranged<T extends { readonly id: string }>(
  offered: readonly T[],
  last: string | null,
): { readonly first: readonly T[]; readonly more: readonly T[] } {
  const all = offered.toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  const count = all.length > mostInLine ? inLine : mostInLine
  return { first: all.slice(0, count), more: all.slice(count) }
}
