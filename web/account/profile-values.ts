import type { CallError, User } from '#client/index.ts'
import { t } from './messages.ts'

/** The values of the profile form. `username` is the display form, or empty. `image` is a URL, `data:` included. */
export interface ProfileValues {
  readonly name: string
  readonly username: string
  readonly image: string | null
}

export type ProfileFaults = { readonly [K in keyof ProfileValues | 'form']?: string }

/** The request body: only what differs. The server would report the user's own unchanged user name as taken. */
export interface ProfileChanges {
  name?: string
  image?: string | null
  username?: string
  displayUsername?: string
}

type SavedProfile = Pick<User, 'name' | 'username' | 'displayUsername' | 'image'>

export const valuesOf = (user: SavedProfile): ProfileValues => ({
  name: user.name,
  username: user.displayUsername ?? user.username ?? '',
  image: user.image,
})

/** The differences from the saved profile. A user name that differs only in case is sent as `displayUsername`. */
export function changesOf(values: ProfileValues, user: SavedProfile): ProfileChanges {
  const before = valuesOf(user)
  const name = values.name.trim()
  const username = values.username.trim()
  const isCaseChange = username.toLowerCase() === user.username
  return {
    ...(name !== before.name && { name }),
    ...(values.image !== before.image && { image: values.image }),
    ...(username !== before.username && (isCaseChange ? { displayUsername: username } : { username })),
  }
}

/** Faults that are found before the values are sent. */
export function faultsOf(values: ProfileValues, user: SavedProfile): ProfileFaults {
  const isRemoved = values.username.trim() === '' && valuesOf(user).username !== ''
  return {
    ...(values.name.trim() === '' && { name: t('profile.nameMissing') }),
    ...(isRemoved && { username: t('profile.usernameRequired') }),
  }
}

/** The field that a refusal refers to. */
export function fieldOfRefusal({ code, fields }: CallError): keyof ProfileFaults {
  if (code.startsWith('USERNAME_')) return 'username'
  const path = fields[0]?.path
  return path === 'name' || path === 'image' ? path : path === 'displayUsername' ? 'username' : 'form'
}
