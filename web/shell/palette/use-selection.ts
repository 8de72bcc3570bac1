import { useEffect, useState } from 'react'

/**
 * The selected entry of the palette: the first, whenever the entries change, until the user moves to another one, which stays selected
 * while it is among them. `select` takes what the keys and the pointer select.
 */
export function useSelection(ids: readonly string[], query: string) {
  const [state, setState] = useState<{ readonly query: string; readonly chosen: string | null }>({ query, chosen: null })
  const chosen = state.query === query && state.chosen !== null && ids.includes(state.chosen) ? state.chosen : null
  return {
    selected: chosen ?? ids[0] ?? '',
    isChosen: chosen !== null,
    select: (id: string) => setState({ query, chosen: id === ids[0] ? null : id }),
  }
}

/** Runs the best entry on Enter; while the search still runs, when its result is there, so that it is the best one of all. */
export function useEnter(isPending: boolean, run: () => void): () => void {
  const [isEntered, setIsEntered] = useState(false)
  useEffect(() => {
    if (!isEntered || isPending) return
    setIsEntered(false)
    run()
  }, [isEntered, isPending, run])
  return () => setIsEntered(true)
}
