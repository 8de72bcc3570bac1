import type { addresses as en } from '../en/addresses.ts'
import type { Messages } from '../translator.ts'

/** The fields of a postal address in the merchant's dashboard. */
export const addresses: Messages<typeof en> = {
  country: 'Land',
  line1: 'Straße und Hausnummer',
  line2: 'Weitere Zeile',
  postalCode: 'Postleitzahl',
  city: 'Ort',
  state: 'Bundesland oder Region',
  notChosen: 'Nicht gewählt',
}
