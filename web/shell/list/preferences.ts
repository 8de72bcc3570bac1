import { useState } from 'react'

/** Maximum number of saved filters of one list; a list keeps at most some kilobytes. */
export const savedMaximum = 12

/** Filters that the user saved under a name, as the parameters of the URL. */
export interface SavedFilters {
  readonly name: string
  readonly search: Readonly<Record<string, string>>
}

/** The preferences of the user of this browser for a list. */
export interface ListPreferences {
  /** The columns that the user shows or hides against their default. A column that is added later has its own default. */
  readonly toggled: readonly string[]
  readonly isDense: boolean
  readonly saved: readonly SavedFilters[]
}

/** The preferences with the columns that are hidden now. */
export interface ShownPreferences extends ListPreferences {
  readonly hidden: readonly string[]
}

const keyOf = (list: string) => `list:${list}`

function read(list: string, defaults: ListPreferences): ListPreferences {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') as Partial<ListPreferences>) }
  } catch {
    return defaults
  }
}

/**
 * The preferences of a list, kept in this browser (localStorage). `optional` are the columns that can be hidden, `hiddenAtFirst`
 * those that are until the user shows them.
 */
export function useListPreferences(list: string, optional: readonly string[], hiddenAtFirst: readonly string[]) {
  const [stored, setStored] = useState(() => read(list, { toggled: [], isDense: false, saved: [] }))
  const update = (change: Partial<ListPreferences>) => {
    const next = { ...stored, ...change, saved: (change.saved ?? stored.saved).slice(0, savedMaximum) }
    setStored(next)
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(next))
    } catch {
      // Without storage the preferences last as long as the page.
    }
  }
  const hidden = optional.filter((id) => hiddenAtFirst.includes(id) !== stored.toggled.includes(id))
  return { preferences: { ...stored, hidden }, update }
}
