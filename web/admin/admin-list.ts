import { useRouter } from '@tanstack/react-router'
import type { FilterKinds } from '#web/shell/list/search.ts'
import { type Place, type SurfaceList, surfaceList } from '#web/shell/list/surface-list.tsx'
import { useOpenSearch, usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'

/** A list of the administration: what is open beside it, or above it. */
export interface AdminPlace extends Place {
  /** The id of the open row, or the name of the open dialog. */
  readonly dialog: string | undefined
  readonly open: (dialog: string | undefined) => void
  /** The URL that opens a row beside the list, with the filters. */
  readonly dialogHref: (dialog: string) => string
}

function usePlace(): AdminPlace {
  const router = useRouter()
  const { values, toUrl } = useOpenSearch()
  const { at, set } = usePageSearch<{ readonly dialog: typeof maybeText }>()
  return {
    go: (href) => router.history.push(href),
    dialog: at.dialog,
    open: (dialog) => set({ dialog }),
    dialogHref: (dialog) => router.buildLocation({ to: '.', search: toUrl({ ...values, dialog }) } as never).href,
  }
}

/** The component of a list of the administration. */
export const adminList = <Q, R, const F extends FilterKinds>(list: Omit<SurfaceList<AdminPlace, Q, R, F>, 'usePlace'>) =>
  surfaceList<AdminPlace, Q, R, F>({ ...list, usePlace })
