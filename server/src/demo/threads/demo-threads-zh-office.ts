import { pdfFile, xlsxFile } from '../demo-files.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** The office and its suppliers, in Chinese. */
export const officeThreadsZh: ThreadPlan[] = [
  {
    key: 'invoice',
    subject: '关于三季度服务费发票',
    days: 36,
    time: '14:40',
    steps: [
      {
        by: 'qian',
        to: ['liting'],
        text: `李经理你好：

三季度服务费的发票还没有收到，我们月底关账，请尽快开具。开票内容请写“软件服务费”，金额 86,400.00 元，税率 6%。`,
      },
      {
        by: 'liting',
        hours: 1.6,
        text: `钱会计您好：

发票今天上午已经开出，电子版见附件。如需纸质说明请告诉我邮寄地址。`,
        files: () => [
          pdfFile('电子发票-云溪连锁药房.pdf', [
            '# 电子发票（示例）',
            '购买方：云溪连锁药房有限公司',
            '项目：软件服务费',
            '金额：86,400.00　税率：6%',
            '本文件为演示数据，不是有效票据。',
          ]),
        ],
      },
      {
        by: 'qian',
        hours: 3,
        text: `收到了，谢谢。款项按合同约定在下月 10 日前支付，请注意查收。`,
      },
    ],
  },
  {
    key: 'teamday',
    subject: '秋季团建去哪儿？投票结果出来了',
    days: 52,
    time: '16:50',
    steps: [
      {
        by: 'liting',
        to: ['zhangwei', 'emma', 'wangjian', 'sofia', 'admin'],
        text: `各位同事：

投票结果：莫干山徒步 21 票，千岛湖骑行 14 票，室内攀岩 6 票。那就去莫干山！

- 时间：{+9} 早上 7:30 公司楼下集合
- 请穿适合走山路的鞋，带一件外套
- 素食、过敏等请回信告诉我`,
      },
      {
        by: 'emma',
        hours: 0.5,
        text: `Lovely! One vegetarian here, please. 我会带英国饼干给大家。`,
      },
      {
        by: 'sofia',
        hours: 1,
        text: `Count me in. No allergies, but I walk slowly, so please do not lose me on the mountain.`,
      },
      {
        by: 'wangjian',
        hours: 2,
        text: `收到。我开一辆车，可以带四个人和饮料。`,
      },
    ],
  },
  {
    key: 'laptops',
    subject: '采购申请：笔记本电脑 4 台',
    days: 30,
    time: '10:45',
    steps: [
      {
        by: 'admin',
        to: ['liting'],
        cc: ['wangjian'],
        text: `李婷：

新员工两台、替换旧机两台，共申请采购四台笔记本。三家报价对比见附件，建议选第二家，单价 6,899 元，三年上门保修。`,
        files: () => [
          xlsxFile('笔记本报价对比.xlsx', '报价', [
            ['供应商', '单价', '保修', '交货'],
            ['甲', 7199, '三年', '三天'],
            ['乙', 6899, '三年上门', '五天'],
            ['丙', 6650, '一年', '两周'],
          ]),
        ],
      },
      {
        by: 'liting',
        hours: 4,
        text: `同意第二家。总价 27,596 元，走四季度设备预算，请在采购系统里提单，我下午批。`,
      },
      {
        by: 'admin',
        hours: 120,
        text: `四台已到货并贴好资产标签（HY-0213 至 HY-0216），验收单放你桌上了。`,
      },
    ],
  },
  {
    key: 'brochure',
    subject: '宣传册印刷打样',
    days: 17,
    time: '13:35',
    steps: [
      {
        by: 'printer',
        to: ['emma', 'sofia'],
        text: `两位好：

宣传册打样已经寄出，预计明天到。有一个问题：封面的蓝色在铜版纸上会偏紫，建议换成专色，每本多三毛钱，500 本一共 150 元。`,
      },
      {
        by: 'emma',
        to: ['printer', 'sofia'],
        hours: 2.5,
        text: `吴师傅您好，

请用专色，蓝色对公司的品牌很重要。收到打样后我马上确认。

谢谢！`,
      },
      {
        by: 'sofia',
        to: ['printer', 'emma'],
        hours: 22,
        text: `Sample received, it looks great. 请开始印刷，500 本，寄到公司前台，谢谢吴师傅！`,
      },
      {
        by: 'printer',
        to: ['sofia', 'emma'],
        hours: 90,
        text: `已印好发货，飞梭快递 FS7720418836，一共五箱，请查收。`,
      },
    ],
  },
  {
    key: 'interview-media',
    subject: '采访提纲：中小企业的海外第一步',
    days: 4,
    time: '10:10',
    steps: [
      {
        by: 'media',
        to: ['zhangwei'],
        cc: ['emma'],
        text: `张总您好：

我们正在做一期关于中小软件企业出海的报道，想请您和 Emma 谈四十分钟，线上线下都可以。提纲如下：

- 第一个海外客户是怎么来的
- 产品做英文版，最难的是什么
- 中英两边的团队怎样一起工作

稿件发表前会请您核对事实。`,
      },
      {
        by: 'zhangwei',
        hours: 5,
        text: `顾记者您好：

可以，{+5} 下午三点如何？我和 Emma 都在公司，欢迎过来，也可以看看实际的产品。

涉及客户名称的部分，请先经客户同意再写。`,
      },
      {
        by: 'media',
        hours: 1.5,
        text: `没问题，那就这个时间，我到公司拜访。客户名称我们会用“某连锁药房”代替，请放心。`,
      },
    ],
  },
]
