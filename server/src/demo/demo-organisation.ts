export interface DemoName {
  zh: string
  en: string
}

export interface DemoPerson {
  /** Full login address inside `demoOrganisation.domain`. */
  address: string
  /** The name as the person writes it in From. */
  name: DemoName
  gender: 'male' | 'female' | 'unknown'
  /** Key of one of `demoOrganisation.departments`. */
  department: string
  duties: DemoName
  aliases: string[]
  isAdmin: boolean
}

/** The six people of the demo. Every name, company and product in the demo is invented. */
export const demoOrganisation = {
  name: { zh: '鸿雁示例科技', en: 'Hongyan Demo Ltd' },
  domain: 'demo.hongyan.test',
  departments: [
    { key: 'product', name: { zh: '产品部', en: 'Product' } },
    { key: 'design', name: { zh: '设计与国际部', en: 'Design and International' } },
    { key: 'engineering', name: { zh: '研发部', en: 'Engineering' } },
    { key: 'finance', name: { zh: '财务行政部', en: 'Finance and Administration' } },
    { key: 'sales', name: { zh: '市场销售部', en: 'Sales and Marketing' } },
  ],
  people: [
    {
      address: 'zhangwei@demo.hongyan.test',
      name: { zh: '张伟', en: 'Zhang Wei' },
      gender: 'male',
      department: 'product',
      duties: { zh: '产品总监', en: 'Product Director' },
      aliases: ['zhang.wei@demo.hongyan.test', 'product@demo.hongyan.test'],
      isAdmin: false,
    },
    {
      address: 'emma@demo.hongyan.test',
      name: { zh: 'Emma Clarke', en: 'Emma Clarke' },
      gender: 'female',
      department: 'design',
      duties: { zh: '设计与国际业务负责人', en: 'Head of Design and International' },
      aliases: ['emma.clarke@demo.hongyan.test', 'design@demo.hongyan.test'],
      isAdmin: false,
    },
    {
      address: 'admin@demo.hongyan.test',
      name: { zh: '系统管理员', en: 'Administrator' },
      gender: 'unknown',
      department: 'engineering',
      duties: { zh: '信息系统与客户支持', en: 'IT and Customer Support' },
      aliases: [
        'support@demo.hongyan.test',
        'postmaster@demo.hongyan.test',
        'abuse@demo.hongyan.test',
      ],
      isAdmin: true,
    },
    {
      address: 'liting@demo.hongyan.test',
      name: { zh: '李婷', en: 'Li Ting' },
      gender: 'female',
      department: 'finance',
      duties: { zh: '财务经理', en: 'Finance Manager' },
      aliases: ['li.ting@demo.hongyan.test', 'finance@demo.hongyan.test'],
      isAdmin: false,
    },
    {
      address: 'wangjian@demo.hongyan.test',
      name: { zh: '王建国', en: 'Wang Jianguo' },
      gender: 'male',
      department: 'engineering',
      duties: { zh: '研发经理', en: 'Engineering Manager' },
      aliases: ['wang.jianguo@demo.hongyan.test'],
      isAdmin: false,
    },
    {
      address: 'sofia@demo.hongyan.test',
      name: { zh: 'Sofia Rossi', en: 'Sofia Rossi' },
      gender: 'female',
      department: 'sales',
      duties: { zh: '销售经理', en: 'Sales Manager' },
      aliases: ['sofia.rossi@demo.hongyan.test', 'sales@demo.hongyan.test'],
      isAdmin: false,
    },
  ],
} as const satisfies {
  name: DemoName
  domain: string
  departments: readonly { key: string; name: DemoName }[]
  people: readonly DemoPersonShape[]
}

type DemoPersonShape = Omit<DemoPerson, 'aliases'> & { aliases: readonly string[] }
