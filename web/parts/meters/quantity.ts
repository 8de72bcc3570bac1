/** The decimals of a quantity, as the server shows it. */
const MAX_DECIMALS = 12

/** A quantity of a meter in the reader's language: `1,500.25`, `−3`. */
export const quantityText = (locale: string, quantity: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: MAX_DECIMALS }).format(quantity).replace('-', '−')
