import { createIcon } from './icon.tsx'

export const ReceiptIcon = /* @__PURE__ */ createIcon(
  'M3 14V2.5l1.7 1 1.6-1 1.7 1 1.7-1 1.6 1 1.7-1V14l-1.7-1-1.6 1-1.7-1-1.7 1-1.6-1zM5.8 6.5h4.4M5.8 9.5h4.4',
)
