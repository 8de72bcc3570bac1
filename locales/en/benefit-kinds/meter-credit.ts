/** What merchants read about units of a meter. */
export const merchant = {
  name: 'Meter credit',
  text: 'Units of a meter that customers use without charge.',
  words: { units_one: '{{count}} unit', units_other: '{{count}} units', rollover: 'unused ones stay' },
  detail: { meter: 'Meter', units: 'Units', rollover: 'Unused units', stay: 'Stay for the next period', expire: 'Expire with the period' },
  form: {
    units: 'Units',
    unitsHint: 'Granted with each period of a subscription.',
    meter: 'Meter',
    chooseMeter: 'Choose a meter',
    createMeter: 'Create a meter',
    noMeters: 'There is no meter yet.',
    rollover: 'Unused units stay for the next period',
    meterMissing: 'Choose a meter.',
  },
} as const

/** What customers read about units of a meter. */
export const customer = {
  balance: '{{units}} left',
  period: '{{units}} units for each period. What’s left of them expires with it.',
  rollover: '{{units}} units for each period. What’s left of them is added to the next.',
} as const
