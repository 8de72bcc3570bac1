import { createIcon } from './icon.tsx'

export const CloudOffIcon = /* @__PURE__ */ createIcon(
  'M2.5 2.5l11 11M5.5 5.6A3.5 3.5 0 0 0 4.5 12.5h6.5M12.8 11.9a2.7 2.7 0 0 0-1.6-4.9A3.8 3.8 0 0 0 7.2 4',
)
