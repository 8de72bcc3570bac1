import { organizationRoles } from '#locales/en/organizations/organization-roles.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says what roles are called, and what each permits. */
export const roleWords = speaker(language, organizationRoles)

/** The roles of a comma-joined list. */
export const rolesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '')

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** A role as it is called: built-in ones in words, others by their own name. */
export const roleName = (name: string): string => roleWords.find(`names.${name}`) ?? name

/** Comma-joined roles in words. */
export const rolesText = (text: string): string => list.format(rolesOf(text).map(roleName))
