import { tagOf } from '#locales/tag.ts'

/** The decimals of a quantity: those to which usage is rounded. */
const DECIMALS = 12

/** A quantity of units as `language` writes it. */
export function quantityText(language: string, units: number): string {
  return new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: DECIMALS }).format(units)
}
