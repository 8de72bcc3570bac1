const names: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** The name of a card's brand as its owner knows it: `visa` is Visa. An unknown brand keeps its text. */
export function cardName(brand: string): string {
  return Object.hasOwn(names, brand) ? (names[brand] ?? brand) : brand
}
