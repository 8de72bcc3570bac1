import { rankOf, ranks, type SearchTexts } from './match.ts'

/** A group of entries under one title. */
export interface Group<E extends SearchTexts> {
  readonly title: string
  readonly entries: readonly E[]
  /** The server found these entries: they match by what it searched, which their texts may not show. */
  readonly isFound?: boolean | undefined
}

/** Ranks what was found above the places that match as well: what has the query in its name above all but a place of just this name. */
const foundRank = (query: string, entry: SearchTexts): number => Math.min(rankOf(query, entry) ?? ranks.keyword, ranks.label) + 0.5

/**
 * The groups with the entries that match the query, the best first: a place that has just this name; then by the name, what the server
 * found above places; then by anything else, in the same order. Each title occurs once. Without a query, all as they are.
 */
export function arrange<E extends SearchTexts>(groups: readonly Group<E>[], query: string): readonly Group<E>[] {
  const merged = mergeTitles(groups).filter(({ entries }) => entries.length > 0)
  if (query.trim() === '') return merged
  return merged
    .map((group) => {
      const ranked = group.entries
        .map((entry) => ({ entry, rank: group.isFound ? foundRank(query, entry) : rankOf(query, entry) }))
        .filter((each): each is { entry: E; rank: number } => each.rank !== null)
        .toSorted((a, b) => b.rank - a.rank)
      return { group: { ...group, entries: ranked.map(({ entry }) => entry) }, rank: ranked[0]?.rank ?? 0 }
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ group }) => group)
}

function mergeTitles<E extends SearchTexts>(groups: readonly Group<E>[]): readonly Group<E>[] {
  const byTitle = new Map<string, Group<E>>()
  for (const group of groups) {
    const former = byTitle.get(group.title)
    byTitle.set(group.title, former === undefined ? group : { ...former, entries: [...former.entries, ...group.entries] })
  }
  return [...byTitle.values()]
}
