import type { FilterKinds } from '#web/shell/list/search.ts'
import { type SurfaceList, surfaceList } from '#web/shell/list/surface-list.tsx'
import { type Membership, useMembership } from './membership.ts'
import { useSettingsNavigation } from './use-settings-navigation.ts'

/** A page of the settings: its URL, and the user's membership. */
export type SettingsPlace = ReturnType<typeof useSettingsNavigation> & { readonly membership: Membership }

const usePlace = (): SettingsPlace => ({ ...useSettingsNavigation(), membership: useMembership() })

/** The component of a list of the settings, where a row opens beside the list: `…/settings/<name>/<id>`. */
export const settingsList = <Q, R extends { readonly id: string }, const F extends FilterKinds>(
  list: Omit<SurfaceList<SettingsPlace, Q, R, F>, 'usePlace' | 'hrefOf'>,
) => surfaceList<SettingsPlace, Q, R, F>({ ...list, usePlace, hrefOf: ({ id }, { hrefOf }) => hrefOf(id) })
