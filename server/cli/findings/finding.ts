/** The result of one check of `guildhall doctor`. */
export interface Finding {
  readonly name: string
  readonly state: 'well' | 'warning' | 'fault'
  readonly sentence: string
}

export function finding(name: string, state: Finding['state'], sentence: string): Finding {
  return { name, state, sentence }
}
