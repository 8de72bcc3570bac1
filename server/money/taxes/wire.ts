import { z } from 'zod'
import type { StandardRates } from '#kernel/taxes/rates.ts'
import { taxBehaviors, taxEngines } from '#merchant/merchants/model.ts'
import { added, trimmedText } from '#platform/http/wire-parts.ts'
import { type SaleTax, taxReason } from './model.ts'
import type { PreviewedSettings } from './preview.ts'
import type { TaxSettingsChanges } from './settings.ts'

/** One tax of a sale (rule X10). Amounts are in minor units, the rate in millionths. */
const taxComponent = z
  .object({
    component: z.string().meta({ description: 'Which tax it is: `VAT`.' }),
    jurisdiction: z.string().meta({ description: 'The country, or the state with its country, that levies it: `DE`, `US-CA`.' }),
    rate_ppm: z.int().meta({ description: 'The rate in millionths: 190000 is 19 %.' }),
    base_amount: z.int().meta({ description: 'The amount that it is a share of, in minor units.' }),
    amount: z.int(),
    reason: z.string().meta({ description: 'Why this rate applies: `standard_rated`.' }),
  })
  .meta({ id: 'OrderTaxComponent' })

/** The fields of a sale that state its taxes. */
export const taxFields = {
  tax_behavior: z
    .enum(['inclusive', 'exclusive'])
    .meta({ id: 'TaxBehavior' })
    .nullable()
    .meta(added('Whether prices contain the tax; null where none is collected, or while it is not known.')),
  tax_breakdown: z.array(taxComponent).meta(added('The taxes, one for each rate; empty where nothing is due.')),
  taxability_reason: taxReason.nullable().meta(added('Why it is taxed as it is; null while that is not known.')),
}

/** What was decided about the taxes of a sale, as JSON; `isKnown` unless its buyer has no complete address yet. */
export function toTaxFieldsWire(tax: SaleTax | null, isKnown: boolean) {
  const reason = tax?.reason ?? 'not_collecting'
  return {
    tax_behavior: tax?.behavior ?? null,
    tax_breakdown: (tax?.components ?? []).map(({ name, jurisdiction, ratePpm, baseAmount, amount }) => ({
      ...{ component: name, jurisdiction, rate_ppm: ratePpm, base_amount: baseAmount, amount, reason },
    })),
    taxability_reason: isKnown ? reason : null,
  }
}

const REGISTRATIONS_MAXIMUM = 100
const RATES_MAXIMUM = 200
const TAX_ID_MAXIMUM = 40
const RATE_NAME_MAXIMUM = 40
const PLACE = /^[A-Za-z]{2}(-[A-Za-z]{2,3})?$/

const place = z.string().regex(PLACE)
const placeAbout =
  'A country (`DE`), a state of the United States or Canada (`US-NY`), or `EU-OSS`, the one-stop shop of the European Union.'
const day = z.iso.date()

const registration = z
  .object({
    place: place.meta({ description: placeAbout }),
    tax_id: z.string().max(TAX_ID_MAXIMUM).nullable().meta({ description: 'The tax id there, which invoices state; null: none.' }),
  })
  .meta({ id: 'TaxRegistration' })

const ownRate = z
  .object({
    place: place.meta({ description: 'A country, or a state of the United States or Canada.' }),
    name: trimmedText(1, RATE_NAME_MAXIMUM).meta({ description: 'What buyers read: `Sales tax`. Rates with different names add up.' }),
    rate_ppm: z.int().min(0).max(1_000_000).meta({ description: 'The rate in millionths: 88750 is 8.875 %.' }),
    valid_from: day.meta({ description: 'The first day on which it counts.' }),
  })
  .meta({ id: 'TaxRate' })

const settingsFields = {
  enabled: z.boolean().meta({ description: 'Whether taxes are collected. Off by default.' }),
  origin: z
    .string()
    .length(2)
    .nullable()
    .meta({ description: 'The country of the business, ISO 3166-1 alpha-2; required while taxes are collected.' }),
  behavior: z.enum(taxBehaviors).meta({
    description: 'Whether prices contain the tax; `location`: without it for buyers in the United States, Canada and India, else with it.',
  }),
  registrations: z
    .array(registration)
    .max(REGISTRATIONS_MAXIMUM)
    .meta({ description: 'Where the organization is registered to collect taxes.' }),
  rates: z.array(ownRate).max(RATES_MAXIMUM).meta({ description: 'Rates that count in place of the shipped ones.' }),
  engine: z
    .enum(taxEngines)
    .meta({ description: 'What works out the taxes: the table of rates, or Stripe Tax with the Stripe account of this server.' }),
}

const shippedRate = z
  .object({
    place: z.string().meta({ description: 'The country, or the state with its country.' }),
    name: z.string().meta({ description: 'What buyers read.' }),
    rate_ppm: z.int().meta({ description: 'The rate in millionths.' }),
    valid_from: z.string().meta({ description: 'The first day on which it counts.' }),
    source: z.string().meta({ description: 'Where it is published.' }),
  })
  .meta({ id: 'ShippedTaxRate' })

/** The place of the buyer in the preview: a country, or a state with its country. */
export const taxSettingsQuery = z.object({
  place: place
    .optional()
    .meta({ description: 'The place of the buyer in the preview: `PT`, `US-NY`; by default the country of the business.' }),
})

const preview = z
  .object({
    place: z.string().meta({ description: 'The place of the buyer.' }),
    currency: z.string(),
    price_amount: z.int().meta({ description: 'The price of the example, in minor units.' }),
    tax_amount: z.int(),
    total_amount: z.int().meta({ description: 'What a consumer there pays for it now.' }),
    ...taxFields,
  })
  .meta({ id: 'TaxPreview' })

/** How an organization collects taxes, and the shipped rates. */
export const taxSettings = z
  .object({
    ...settingsFields,
    preview: preview
      .nullable()
      .meta({ description: 'What a consumer of a place pays at the saved settings; null while no country is named.' }),
    shipped_rates: z.array(shippedRate).meta({
      description: 'The rates that count where the organization enters none: those that are shipped, with those of the operator.',
    }),
    rates_version: z.string().meta({
      description:
        'The day of which the shipped rates are. Where the operator has rates of their own, `+` and the first eight digits of the SHA-256 of their file follow.',
    }),
  })
  .meta({ id: 'TaxSettings', description: 'How an organization collects taxes.' })

/** The settings that change; registrations and rates are complete lists. */
export const taxSettingsUpdate = z
  .object({
    enabled: settingsFields.enabled.nullish().meta({ description: 'Whether taxes are collected.' }),
    origin: settingsFields.origin.optional(),
    behavior: settingsFields.behavior.nullish().meta({ description: 'Whether prices contain the tax.' }),
    registrations: settingsFields.registrations
      .nullish()
      .meta({ description: 'Where the organization collects taxes: the complete list.' }),
    rates: settingsFields.rates.nullish().meta({ description: 'The rates of the organization: the complete list.' }),
    engine: settingsFields.engine.nullish().meta({ description: 'What works out the taxes; `stripe` only for live organizations.' }),
  })
  .meta({
    id: 'TaxSettingsUpdate',
    examples: [
      {
        ...{ enabled: true, origin: 'DE', behavior: 'location' },
        registrations: [
          { place: 'DE', tax_id: 'DE136695976' },
          { place: 'EU-OSS', tax_id: null },
        ],
      },
    ],
  })

/** The changes of a body. */
export function toTaxSettingsChanges(body: z.output<typeof taxSettingsUpdate>): TaxSettingsChanges {
  return {
    isEnabled: body.enabled ?? undefined,
    origin: body.origin === undefined ? undefined : (body.origin?.toUpperCase() ?? null),
    behavior: body.behavior ?? undefined,
    registrations: body.registrations?.map((each) => ({ place: each.place, taxId: each.tax_id })),
    engine: body.engine ?? undefined,
    rates: body.rates?.map((each) => ({ place: each.place, name: each.name, ratePpm: each.rate_ppm, validFrom: each.valid_from })),
  }
}

/** The settings as JSON, with the rates that count where the organization enters none. */
export function toTaxSettingsWire(
  { settings, preview: example }: PreviewedSettings,
  { version, places }: StandardRates,
): z.output<typeof taxSettings> {
  const { isEnabled, origin, behavior, registrations, rates } = settings
  return {
    preview: example && {
      ...{ place: example.place, currency: example.currency, price_amount: example.priceAmount, tax_amount: example.taxAmount },
      total_amount: example.totalAmount,
      ...toTaxFieldsWire(example.tax, true),
    },
    enabled: isEnabled,
    origin,
    behavior,
    engine: settings.engine ?? 'built_in',
    registrations: registrations.map((each) => ({ place: each.place, tax_id: each.taxId })),
    rates: rates.map((each) => ({ place: each.place, name: each.name, rate_ppm: each.ratePpm, valid_from: each.validFrom })),
    shipped_rates: Object.entries(places).flatMap(([place, entries]) =>
      entries.map(({ name, ratePpm, validFrom, source }) => ({ place, name, rate_ppm: ratePpm, valid_from: validFrom, source })),
    ),
    rates_version: version,
  }
}
