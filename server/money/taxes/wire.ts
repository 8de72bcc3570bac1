import { z } from 'zod'
import { taxLimits } from '#kernel/taxes/limits.ts'
import { taxBehaviors, taxEngineOf, taxEngines } from '#merchant/merchants/model.ts'
import { added, booleanText, seenName, trimmedText } from '#platform/http/wire-parts.ts'
import { type EngineStatus, engineFailures } from './engines/engine.ts'
import { serviceAvailabilities } from './engines/status.ts'
import { type SaleTax, taxFallbacks, taxReason } from './model.ts'
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

/** The fields of an order that state what worked out its taxes. */
export const taxOriginFields = {
  tax_engine: z
    .enum(taxEngines)
    .nullable()
    .meta(added('What worked out its taxes: the table of rates, or Stripe Tax; null where none are collected.')),
  tax_fallback: z
    .enum(taxFallbacks)
    .nullable()
    .meta({
      ...added(
        'Why the table of rates did it in place of Stripe Tax: `refused`: Stripe Tax cannot place the address · `inactive`: it was not set up; otherwise null.',
      ),
      examples: [null],
    }),
}

/** The engine that worked out the taxes of an order, as JSON. */
export function toTaxOriginWire(tax: SaleTax | null) {
  return {
    tax_engine: tax && (taxEngines.find((engine) => engine === tax.source) ?? 'built_in'),
    tax_fallback: tax?.fallback ?? null,
  }
}

/** The decision about the taxes of a sale, as JSON; `isKnown` unless its buyer has no complete address yet. */
export function toTaxFieldsWire(tax: SaleTax | null, isKnown: boolean) {
  const reason = tax?.reason ?? 'not_collecting'
  return {
    tax_behavior: tax?.behavior ?? null,
    tax_breakdown: (tax?.components ?? []).map(({ name, jurisdiction, ratePpm, baseAmount, amount }) => ({
      component: name,
      jurisdiction,
      rate_ppm: ratePpm,
      base_amount: baseAmount,
      amount,
      reason,
    })),
    taxability_reason: isKnown ? reason : null,
  }
}

const TAX_ID_MAXIMUM = 40
const RATE_NAME_MAXIMUM = 40
const POSTAL_CODE_MAXIMUM = 20
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
    name: seenName(trimmedText(1, RATE_NAME_MAXIMUM)).meta({
      description: 'What buyers read: `Sales tax`. Rates with different names add up.',
    }),
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
    .max(taxLimits.registrations)
    .meta({ description: 'Where the organization is registered to collect taxes.' }),
  rates: z.array(ownRate).max(taxLimits.rates).meta({ description: 'Rates that count in place of the shipped ones.' }),
  engine: z
    .enum(taxEngines)
    .meta({ description: 'What works out the taxes: the table of rates, or Stripe Tax with the Stripe account of this server.' }),
}

const engineStatus = z
  .object({
    status: z.enum(['active', 'inactive', 'refused', 'unavailable']).meta({
      description:
        '`inactive`: its account is not set up · `refused`: it does not accept the keys of this server · `unavailable`: no answer.',
    }),
    missing_fields: z.array(z.string()).meta({ description: 'What the account lacks, by the names of the service: `head_office`.' }),
  })
  .meta({ id: 'TaxEngineStatus' })

const shippedRate = z
  .object({
    place: z.string().meta({ description: 'The country, or the state with its country.' }),
    name: z.string().meta({ description: 'What buyers read.' }),
    rate_ppm: z.int().meta({ description: 'The rate in millionths.' }),
    valid_from: z.string().meta({ description: 'The first day on which it counts.' }),
    source: z.string().meta({ description: 'Where it is published.' }),
  })
  .meta({ id: 'ShippedTaxRate' })

/** The buyer of the preview, and whether to check the tax service. */
export const taxSettingsQuery = z.object({
  place: place
    .optional()
    .meta({ description: 'The place of the buyer in the preview: `PT`, `US-NY`; by default the country of the business.' }),
  postal_code: trimmedText(1, POSTAL_CODE_MAXIMUM)
    .optional()
    .meta({ description: 'The postal code of that buyer. Stripe Tax needs it in the United States; the table of rates does not.' }),
  check_engine: booleanText
    .optional()
    .meta({ description: 'Whether to ask the tax service whether it can work out taxes: `engine_status` of the answer.' }),
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

/** The taxes that an organization collects, and the shipped rates. */
export const taxSettings = z
  .object({
    ...settingsFields,
    preview: preview.nullable().meta({
      description:
        'What a consumer of a place pays at the saved settings; null while no country is named, and where Stripe Tax decides, until `place` is.',
    }),
    preview_failure: z.enum(engineFailures).nullable().meta({
      description:
        'Why Stripe Tax gives no preview: `refused`: it cannot place the buyer · `inactive`: it is not set up · `unavailable`: no answer.',
    }),
    stripe_tax_availability: z
      .enum(serviceAvailabilities)
      .meta({ description: 'Whether the organization can choose Stripe Tax: it must be live, and the server must have keys of Stripe.' }),
    engine_status: engineStatus
      .nullable()
      .meta({ description: 'Whether the tax service can work out taxes; null unless `check_engine` asks, and for the table of rates.' }),
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
        enabled: true,
        origin: 'DE',
        behavior: 'location',
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

/** The settings as JSON; `status` is that of the tax service, null where it was not asked for. */
export function toTaxSettingsWire(previewed: PreviewedSettings, status: EngineStatus | null = null): z.output<typeof taxSettings> {
  const { settings, preview: example, standardRates } = previewed
  const { isEnabled, origin, behavior, registrations, rates } = settings
  return {
    preview: example && {
      place: example.place,
      currency: example.currency,
      price_amount: example.priceAmount,
      tax_amount: example.taxAmount,
      total_amount: example.totalAmount,
      ...toTaxFieldsWire(example.tax, true),
    },
    preview_failure: previewed.previewFailure,
    stripe_tax_availability: previewed.availability,
    engine_status: status && { status: status.kind, missing_fields: 'missing' in status ? [...status.missing] : [] },
    enabled: isEnabled,
    origin,
    behavior,
    engine: taxEngineOf(settings),
    registrations: registrations.map((each) => ({ place: each.place, tax_id: each.taxId })),
    rates: rates.map((each) => ({ place: each.place, name: each.name, rate_ppm: each.ratePpm, valid_from: each.validFrom })),
    shipped_rates: Object.entries(standardRates.places).flatMap(([place, entries]) =>
      entries.map(({ name, ratePpm, validFrom, source }) => ({ place, name, rate_ppm: ratePpm, valid_from: validFrom, source })),
    ),
    rates_version: standardRates.version,
  }
}
