const maxInLine = 4
const inLine = 3

/**
 * Splits the providers into those shown directly and those behind "More": up to four are direct, of more the first three. The last used is
 * first.
 */
export function arrangeProviders<T extends { readonly id: string }>(
  offered: readonly T[],
  last: string | null,
): { readonly first: readonly T[]; readonly more: readonly T[] } {
  const all = offered.toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  const count = all.length > maxInLine ? inLine : maxInLine
  return { first: all.slice(0, count), more: all.slice(count) }
}
