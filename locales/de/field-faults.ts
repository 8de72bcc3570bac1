import type { fieldFaults as en } from '../en/field-faults.ts'
import type { Messages } from '../translator.ts'

/** What is wrong with a field, by the `type` of a validation problem of /v1. `count` is the bound. */
export const fieldFaults: Messages<typeof en> = {
  missing: 'Füllen Sie dieses Feld aus.',
  string_too_short_one: 'Geben Sie mindestens {{count}} Zeichen ein.',
  string_too_short_other: 'Geben Sie mindestens {{count}} Zeichen ein.',
  string_too_long_one: 'Geben Sie höchstens {{count}} Zeichen ein.',
  string_too_long_other: 'Geben Sie höchstens {{count}} Zeichen ein.',
  too_short_one: 'Wählen Sie mindestens {{count}}.',
  too_short_other: 'Wählen Sie mindestens {{count}}.',
  too_long_one: 'Wählen Sie höchstens {{count}}.',
  too_long_other: 'Wählen Sie höchstens {{count}}.',
  greater_than_equal_one: 'Das Minimum ist {{count}}.',
  greater_than_equal_other: 'Das Minimum ist {{count}}.',
  less_than_equal_one: 'Das Maximum ist {{count}}.',
  less_than_equal_other: 'Das Maximum ist {{count}}.',
  int_type: 'Geben Sie eine ganze Zahl ein.',
  int_parsing: 'Geben Sie eine ganze Zahl ein.',
  url_parsing: 'Geben Sie eine vollständige URL ein, etwa https://example.com.',
  other: 'Dieser Wert ist nicht gültig.',
  elsewhere: 'Die Anfrage wurde nicht angenommen. Laden Sie die Seite neu und versuchen Sie es erneut.',
}
