import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { type MerchantSection, t } from './merchant-form.tsx'

export interface CheckoutLookValues {
  /** `#rrggbb`; empty for the colour of Guildhall. */
  readonly accent: string
  /** One origin a line. */
  readonly origins: string
}

const mostOrigins = 20

/** The colour of the checkout page, and who may embed it. */
export const checkoutLookSection = (): MerchantSection<CheckoutLookValues> => ({
  valuesOf: ({ accentColor, allowedEmbedOrigins }) => ({ accent: accentColor ?? '', origins: allowedEmbedOrigins.join('\n') }),
  changesOf,
  rules: {
    accent: (accent) => (accent.trim() === '' || colorOf(accent) !== null ? undefined : t('look.accentInvalid')),
    origins: (origins) => {
      const listed = originsOf(origins)
      const wrong = listed.find((line) => !isSecureOrigin(line))
      if (wrong !== undefined) return t('look.originInvalid', { origin: wrong })
      return listed.length > mostOrigins ? t('look.originsMany', { count: mostOrigins }) : undefined
    },
  },
  refusals: {
    paths: { accent_color: 'accent', allowed_embed_origins: 'origins' },
    texts: { accent: { other: t('look.accentInvalid') }, origins: { other: t('look.originsInvalid') } },
  },
  labels: { accentColor: t('look.accent'), allowedEmbedOrigins: t('look.origins') },
})

/** The colour of a text, `#rrggbb` in lower case; null where it is none. */
export function colorOf(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}

/** The origins of a text, each once; of an address of a page without a path its origin. */
export function originsOf(text: string): readonly string[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '')
  return [...new Set(lines.map((line) => withoutPath(line.toLowerCase())))]
}

const withoutPath = (line: string) => (URL.canParse(line) && line === `${new URL(line).origin}/` ? line.slice(0, -1) : line)
const isSecureOrigin = (line: string) => line.startsWith('https://') && URL.canParse(line) && new URL(line).origin === line

function changesOf({ accent, origins }: CheckoutLookValues, merchant: Merchant): MerchantUpdate {
  const color = accent.trim() === '' ? null : (colorOf(accent) ?? accent)
  const listed = originsOf(origins)
  return {
    ...(color !== merchant.accentColor && { accentColor: color }),
    ...(listed.join(' ') !== merchant.allowedEmbedOrigins.join(' ') && { allowedEmbedOrigins: listed }),
  }
}
