import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { email, webUrl } from '#web/ui/inputs/rules.ts'
import { type MerchantSection, t } from './merchant-form.tsx'

export type Platform = Merchant['socials'][number]['platform']

/** A link to a social network; `id` only identifies the row. */
export interface Social {
  readonly id: string
  readonly platform: Platform
  readonly url: string
}

export interface BusinessValues {
  readonly name: string
  readonly email: string
  readonly website: string
  readonly socials: readonly Social[]
  readonly currency: string
  readonly zone: string
  /** The name that buyers read on their card statements. */
  readonly statement: string
}

const shortestName = 3
const linksOf = (socials: readonly Social[]) =>
  socials.map(({ platform, url }) => ({ platform, url: url.trim() })).filter(({ url }) => url !== '')
const isStatementName = (name: string) => /^[A-Za-z0-9 .&-]{5,22}$/.test(name) && /[A-Za-z]/.test(name)
const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The details of a business that buyers see, and how it counts money and months. */
export const businessSection = (): MerchantSection<BusinessValues> => ({
  valuesOf: (merchant) => ({
    name: merchant.name,
    email: merchant.email ?? '',
    website: merchant.website ?? '',
    socials: merchant.socials.map((link, at) => ({ ...link, id: `${at}` })),
    currency: merchant.defaultCurrency,
    zone: merchant.billingTimezone,
    statement: merchant.statementName ?? '',
  }),
  changesOf,
  rules: {
    name: (name) => (name.trim().length < shortestName ? t('business.nameShort') : undefined),
    email: email(t('business.emailInvalid')),
    statement: (name) => (name.trim() === '' || isStatementName(name.trim()) ? undefined : t('business.statementInvalid')),
    website: webUrl(t('business.urlInvalid')),
    socials: (socials) => {
      const faults = socials.flatMap(({ id, url }) =>
        webUrl(t('business.urlInvalid'))(url) === undefined ? [] : [[id, t('business.urlInvalid')] as const],
      )
      return faults.length === 0 ? undefined : Object.fromEntries(faults)
    },
  },
  refusals: {
    paths: { default_currency: 'currency', billing_timezone: 'zone', statement_name: 'statement' },
    texts: {
      name: { other: t('business.nameInvalid') },
      email: { other: t('business.emailInvalid') },
      website: { other: t('business.urlInvalid') },
      statement: { other: t('business.statementInvalid') },
      socials: (fault) => faultText(fault, { other: t('business.urlInvalid') }),
    },
  },
  labels: {
    name: t('business.name'),
    email: t('business.email'),
    website: t('business.website'),
    socials: t('business.socials'),
    defaultCurrency: t('business.currency'),
    billingTimezone: t('business.zone'),
    statementName: t('business.statement'),
  },
})

function changesOf(values: BusinessValues, merchant: Merchant): MerchantUpdate {
  const links = linksOf(values.socials)
  const [mail, website, statement] = [textOrNull(values.email), textOrNull(values.website), textOrNull(values.statement)]
  return {
    ...(values.name.trim() !== merchant.name && { name: values.name.trim() }),
    ...(mail !== merchant.email && { email: mail }),
    ...(website !== merchant.website && { website }),
    ...(isSame(links, merchant.socials) ? {} : { socials: links }),
    ...(values.currency !== merchant.defaultCurrency && { defaultCurrency: values.currency }),
    ...(values.zone !== merchant.billingTimezone && { billingTimezone: values.zone }),
    ...(statement !== merchant.statementName && { statementName: statement }),
  }
}

const isSame = (links: Merchant['socials'], former: Merchant['socials']) =>
  links.length === former.length && links.every(({ platform, url }, at) => platform === former[at]?.platform && url === former[at]?.url)
