/** The form values of a postal address. `country` is '' without one; `state` is a code where the country has a list of them. */
export interface AddressValues {
  readonly country: string
  readonly line1: string
  readonly line2: string
  readonly postalCode: string
  readonly city: string
  readonly state: string
}

/** The form values of an address, or of none. */
export const addressValuesOf = (address: { readonly [Name in keyof AddressValues]: string | null } | null | undefined): AddressValues => ({
  country: address?.country ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
})
