/** The first page of a merchant's dashboard. */
export const overview = {
  title: 'Overview',
  testTitle: 'Test mode.',
  testText: 'Nothing is charged. Pay with the card {{card}}.',
} as const
