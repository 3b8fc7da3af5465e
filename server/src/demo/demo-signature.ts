import { demoOrganisation } from './demo-organisation.ts'

const { name, domain } = demoOrganisation

/** The signature that the demo organisation gives to everybody. */
export const demoSignature = {
  name: '公司签名 Company',
  html: [
    '<div style="border-left:3px solid #11617a;padding-left:12px;color:#4f5c6b;font-size:13px;line-height:1.7">',
    `<div><b>${name.zh}</b> ${name.en}</div>`,
    `<div><a href="https://www.${domain}/">www.${domain}</a></div>`,
    '</div>',
  ].join(''),
}
