/** Whether an address in the country (ISO 3166-1 alpha-2) needs a state: the United States and Canada (rule C17). */
export function hasStates(country: string | undefined): boolean {
  return country === 'US' || country === 'CA'
}
