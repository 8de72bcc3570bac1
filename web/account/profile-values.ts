import type { CallError, User } from '#client/index.ts'
import { t } from './messages.ts'

/** What the form of the profile holds. `username` as it is shown; empty where there is none. `image` an address or a `data:` URL. */
export interface ProfileValues {
  readonly name: string
  readonly username: string
  readonly image: string | null
}

export type ProfileFaults = { readonly [K in keyof ProfileValues | 'form']?: string }

/** What is sent: only what differs. One's own unchanged user name would count as taken. */
export interface ProfileChanges {
  name?: string
  image?: string | null
  username?: string
  displayUsername?: string
}

type Known = Pick<User, 'name' | 'username' | 'displayUsername' | 'image'>

export const valuesOf = (user: Known): ProfileValues => ({
  name: user.name,
  username: user.displayUsername ?? user.username ?? '',
  image: user.image,
})

/** What differs from the person as they are. Of a user name that differs in capitals alone only its writing is sent. */
export function changesOf(values: ProfileValues, user: Known): ProfileChanges {
  const before = valuesOf(user)
  const name = values.name.trim()
  const username = values.username.trim()
  const isWriting = username.toLowerCase() === user.username
  return {
    ...(name !== before.name && { name }),
    ...(values.image !== before.image && { image: values.image }),
    ...(username !== before.username && (isWriting ? { displayUsername: username } : { username })),
  }
}

/** What is wrong with the values before they are sent. */
export function faultsOf(values: ProfileValues, user: Known): ProfileFaults {
  const isTakenAway = values.username.trim() === '' && valuesOf(user).username !== ''
  return {
    ...(values.name.trim() === '' && { name: t('profile.nameMissing') }),
    ...(isTakenAway && { username: t('profile.usernameStays') }),
  }
}

/** The field that a refusal is about. */
export function placeOfRefusal({ code, fields }: CallError): keyof ProfileFaults {
  if (code.startsWith('USERNAME_')) return 'username'
  const path = fields[0]?.path
  return path === 'name' || path === 'image' ? path : path === 'displayUsername' ? 'username' : 'form'
}
