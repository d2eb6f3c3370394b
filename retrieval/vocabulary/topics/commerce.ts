/** Shops, orders, deliveries, money, banks, taxes and property; the form of the lines is told in `translations.ts`. */
export const commerce = `
order | 주문, 오더 | 注文, オーダー, 発注, 受注 | 订单, 订购, 下单, 点餐 | pedido*, orden, órdenes | pedido*, encomenda* | commande*, command* | bestell*, auftrag*, aufträge*
product, item, goods | 상품, 제품, 물건, 품목, 물품 | 商品, 製品, 品物, アイテム, 品目 | 商品, 产品, 物品, 货物, 货品, 东西 | producto*, artículo*, mercancía* | produto*, artigo*, item, itens | produit*, article* | produkt*, artikel*, ware*
customer, client, buyer | 고객, 손님, 구매자, 거래처 | 顧客, お客様, 客, 購入者, 取引先 | 客户, 顾客, 买家 | cliente*, comprador* | cliente*, comprador* | client*, acheteur* | kunde*, kundin*, käufer*
store, shop | 가게, 상점, 매장, 스토어, 점포 | 店, 店舗, ショップ, ストア, お店 | 商店, 店铺, 门店, 店, 超市 | tienda*, comercio*, negocio* | loja*, comércio* | magasin*, boutique* | laden, läden, geschäft*, shop*
seller, merchant | 판매자, 셀러 | 販売者, 出品者, 売り手 | 卖家, 商家, 商户 | vendedor*, comerciante* | vendedor*, lojista* | vendeur*, marchand*, commerçant* | verkäufer*, händler*
cart, basket | 장바구니, 카트 | カート, 買い物かご, かご | 购物车, 篮子 | carrito*, cesta* | carrinho*, cesta* | panier* | warenkorb*, einkaufswagen*
checkout | 결제, 체크아웃 | 会計, チェックアウト, レジ | 结账, 结算, 收银, 退房 | checkout | finalizar, checkout | caisse, passer | kasse, checkout
invoice, bill | 송장, 청구서, 계산서, 고지서, 세금계산서 | 請求書, インボイス, 請求, 明細 | 发票, 账单, 帐单, 缴费单 | factura*, cuenta*, recibo* | fatura*, nota, conta, contas | facture* | rechnung*
receipt | 영수증 | 領収書, レシート, 領収証 | 收据, 小票, 发票 | recibo*, comprobante* | recibo*, comprovante* | reçu, reçus, ticket* | quittung*, beleg*, kassenbon*
quote, estimate | 견적, 견적서 | 見積, 見積書, 見積もり | 报价, 报价单, 估价 | cotizaci*, presupuest* | cotaç*, orçament* | devis | angebot*, kostenvoranschlag*
price, cost, fee | 가격, 요금, 비용, 값, 수수료, 금액 | 価格, 料金, 費用, 値段, 手数料, 代金, 金額 | 价格, 费用, 成本, 价钱, 手续费, 金额, 多少钱 | precio*, costo*, coste*, cuesta*, tarifa*, comisión* | preço*, custo*, custa*, taxa*, tarifa* | prix, coût*, tarif*, frais, coûte* | preis*, kosten, kostet, gebühr*
discount, promotion, offer | 할인, 프로모션, 세일, 행사, 특가 | 割引, 値引き, セール, 特売, プロモーション | 折扣, 优惠, 促销, 打折, 特价 | descuento*, promoci*, oferta*, rebaja* | desconto*, promoç*, oferta* | remise*, réduction*, promo*, offre*, solde* | rabatt*, angebot*, aktion*, ermäßig*
coupon, voucher, code | 쿠폰, 바우처, 상품권 | クーポン, 商品券, バウチャー | 优惠券, 代金券, 折扣码, 优惠码 | cupón*, cupon*, vale, vales | cupom, cupons, vale | coupon*, bon | gutschein*, coupon*
gift, gift card | 선물, 기프트, 기프트카드 | ギフト, 贈り物, プレゼント, ギフトカード | 礼物, 礼品, 礼品卡 | regal* | presente*, vale-presente | cadeau*, offrir | geschenk*
points, loyalty, reward | 포인트, 적립, 적립금, 마일리지, 보상 | ポイント, マイル, 特典, 報酬 | 积分, 会员积分, 奖励, 里程 | punto*, recompens*, puntos | ponto*, pontos, recompens* | point*, fidélité, récompens* | punkte*, treue*, prämie*, belohn*
stock, inventory | 재고, 인벤토리 | 在庫, インベントリ | 库存, 存货 | inventario*, existencia*, stock | estoque*, inventário* | stock*, inventaire* | lager*, bestand*, bestände*, inventar*
warehouse | 창고, 물류센터 | 倉庫, 物流センター | 仓库, 货仓 | almacén*, almacen*, bodega* | armazém*, depósito* | entrepôt* | lager*, lagerhaus*
delivery, shipping, shipment | 배송, 배달, 출고, 발송, 물류 | 配送, 配達, 出荷, 宅配, 発送, 輸送, 納品 | 配送, 发货, 送货, 物流, 快递, 运输, 外卖 | entrega*, envío*, reparto* | entrega*, envio*, frete* | livr*, expéditi* | lieferung*, liefer*, versand*, zustell*
tracking, track | 배송조회, 배송 추적, 운송장, 추적 | 追跡, 配送状況, 追跡番号 | 物流信息, 运单, 跟踪, 快递单号 | seguimiento*, rastre* | rastre*, acompanh* | suivi*, suivre | sendungsverfolg*, verfolg*, tracking*
package, parcel | 소포, 택배, 패키지, 화물 | 荷物, 小包, 宅配便, 貨物, 包み | 包裹, 快递, 邮包, 货物 | paquete*, encomienda* | pacote*, encomenda* | colis, paquet* | paket*, päckchen*, sendung*
address | 주소 | 住所, アドレス, 宛先 | 地址, 住址 | dirección*, direcc*, domicilio* | endereço* | adresse* | adresse*, anschrift*
category | 카테고리, 분류 | カテゴリ, カテゴリー, 分類 | 类别, 分类, 目录 | categor* | categor* | catégor* | kategor*
catalog, collection | 카탈로그, 컬렉션, 목록 | カタログ, コレクション, 目録 | 目录, 收藏, 合集, 系列 | catálogo*, colecci* | catálogo*, coleç* | catalogue*, collection* | katalog*, sammlung*
brand | 브랜드, 상표 | ブランド, 銘柄 | 品牌, 牌子 | marca, marcas | marca, marcas | marque* | marke, marken
size, dimension | 크기, 사이즈, 치수 | サイズ, 大きさ, 寸法 | 尺寸, 大小, 尺码, 规格 | tamaño*, talla* | tamanho* | taille*, dimension* | größe*
color | 색, 색상, 색깔 | 色, カラー | 颜色, 色彩 | color* | cor, cores | couleur* | farbe*
quantity, amount | 수량, 양, 금액 | 数量, 量, 金額, 額 | 数量, 金额, 数目, 总额 | cantidad*, monto*, importe* | quantidade*, valor*, montante* | quantité*, montant* | menge*, betrag*, beträge*
total, sum | 합계, 총, 총액 | 合計, 総額, 総, トータル | 总计, 总数, 合计, 总共, 总额 | total*, suma* | total*, soma* | total*, somme* | gesamt*, summe*
wishlist | 위시리스트, 찜 목록, 찜 | ほしい物リスト, ウィッシュリスト, 欲しい物 | 心愿单, 愿望清单 | deseos | desejos | envies, souhaits | wunschliste*, wunschzettel*
warranty, guarantee | 보증, 품질보증 | 保証 | 保修, 保证, 质保 | garantía* | garantia* | garantie* | garantie*, gewährleist*
insurance, policy, claim | 보험, 보험금 | 保険, 保険金 | 保险, 保单, 理赔 | seguro*, póliza*, siniestro* | seguro*, apólice*, sinistro* | assurance*, sinistre* | versicherung*, schaden*, police*
money, cash | 돈, 현금 | お金, 現金, 金 | 钱, 现金 | dinero, efectivo, plata | dinheiro | argent, espèces, liquide | geld, bargeld
currency | 통화, 화폐, 환율 | 通貨, 為替, 外貨 | 货币, 币种, 外币 | moneda*, divisa* | moeda* | devise*, monnaie* | währung*
exchange rate, rate | 환율, 비율, 요율, 이율, 금리 | 為替レート, 為替, レート, 金利, 率, 利率 | 汇率, 比率, 利率 | tasa*, tipo, cambio* | taxa*, câmbio* | taux, change | wechselkurs*, kurs, kurse, zinssatz*, zinssätze*
bank | 은행 | 銀行 | 银行 | banco*, bancari* | banco*, bancári* | banque*, bancaire* | bank, banken, bankkonto
account, bank account | 계좌, 통장 | 口座, 預金口座 | 账户, 户头, 帐户 | cuenta* | conta, contas | compte* | konto*, konten
card, credit card | 카드, 신용카드, 체크카드 | カード, クレジットカード | 卡, 卡片, 信用卡, 银行卡 | tarjeta* | cartão, cartões | carte* | karte*, kreditkart*
balance | 잔액, 잔고 | 残高, 残額 | 余额, 结余 | saldo*, balance* | saldo* | solde* | saldo, guthaben*, kontostand*
transaction | 거래, 거래내역 | 取引, 取引履歴, トランザクション | 交易, 流水, 交易记录 | transacci*, movimiento*, operacion* | transaç*, movimentaç* | transaction*, opération* | transaktion*, buchung*, umsatz*, umsätze*
wallet | 지갑 | 財布, ウォレット | 钱包 | billetera*, cartera*, monedero* | carteira* | portefeuille* | geldbörse*, wallet*
budget | 예산 | 予算 | 预算 | presupuesto* | orçamento* | budget* | budget*, haushalt*
saving | 저축, 적금 | 貯金, 貯蓄, 積立 | 储蓄, 存钱, 积蓄 | ahorr* | poupanç*, econom* | épargn*, économi* | spar*, ersparnis*
interest | 이자 | 利息, 利子 | 利息 | interés, intereses | juro, juros | intérêt* | zins*
debt, credit | 빚, 부채, 채무, 신용 | 借金, 負債, 債務, 信用 | 债务, 欠款, 信用, 负债 | deuda*, crédito* | dívida*, crédito* | dette*, crédit* | schuld*, kredit*
mortgage, installment | 할부, 주택담보대출, 모기지 | 分割払い, 住宅ローン, 月賦 | 分期, 房贷, 按揭 | hipoteca*, cuota* | hipoteca*, parcel* | hypothèque*, mensualité* | hypothek*, rate, raten
tax | 세금, 세, 부가세 | 税金, 税, 消費税 | 税, 税费, 税款, 增值税 | impuesto*, iva | imposto*, tribut* | impôt*, taxe*, tva | steuer*, mehrwertsteuer*
income, revenue, earning, profit | 수입, 수익, 소득, 이익, 매출 | 収入, 収益, 所得, 利益, 売上 | 收入, 收益, 利润, 营收, 盈利 | ingreso*, ganancia*, beneficio* | receita*, renda*, lucro*, ganho* | revenu*, bénéfice*, recette* | einnahm*, einkommen*, umsatz*, gewinn*, ertrag*
investment, portfolio, fund | 투자, 포트폴리오, 펀드, 자산 | 投資, ポートフォリオ, ファンド, 資産, 基金 | 投资, 基金, 资产, 投资组合 | inversi*, fondo*, cartera* | investi*, fundo*, carteira* | investi*, fonds, placement* | investi*, fonds, anlage*, portfolio*
stock, share | 주식, 주가, 증권 | 株, 株価, 株式, 証券 | 股票, 股价, 股份, 证券 | acción, acciones, bolsa | ação, ações, bolsa | action*, bourse* | aktie*, börse*
bitcoin, crypto | 비트코인, 암호화폐, 가상화폐, 코인 | ビットコイン, 仮想通貨, 暗号資産 | 比特币, 加密货币, 虚拟货币 | bitcoin*, criptomoneda* | bitcoin*, criptomoeda* | bitcoin*, crypto* | bitcoin*, krypto*
donation, donate | 기부, 후원 | 寄付, 募金 | 捐款, 捐赠 | donar, dona, donaci*, donativ* | doar, doe, doaç* | don, dons, donner | spende*, spenden
auction, bid | 경매, 입찰 | オークション, 入札, 競売 | 拍卖, 竞拍, 投标 | subasta*, puja* | leilão*, lance* | enchère* | auktion*, versteiger*, gebot*
subscription, plan | 요금제, 구독, 플랜 | 料金プラン, プラン, サブスク | 套餐, 订阅, 方案 | suscripci*, plan, planes | assinatura*, plano* | abonnement*, forfait* | abo, abos, abonnement*, tarif*
billing, charge | 청구, 과금, 빌링 | 請求, 課金, 料金請求 | 计费, 账单, 扣费, 收费, 扣款 | facturaci*, cobr*, cargo* | cobranç*, cobr*, faturamento* | facturation*, factur* | abrechnung*, abbuch*, belast*
house, home, property, apartment | 집, 주택, 부동산, 아파트, 매물 | 家, 住宅, 不動産, 物件, マンション, アパート, 部屋 | 房子, 住宅, 房产, 公寓, 房屋, 房源 | casa, casas, vivienda*, inmueble*, piso*, apartamento*, departamento* | casa, casas, imóve*, apartamento* | maison*, logement*, appartement*, immobil* | haus, häuser, wohnung*, immobilie*
construction, maintenance | 공사, 유지보수, 정비, 보수 | 工事, 保守, メンテナンス, 整備 | 施工, 维护, 保养, 检修 | mantenimiento*, obra* | manutenç*, obra* | entretien*, maintenance*, travaux | wartung*, instandhalt*
factory, manufacturing | 공장, 제조 | 工場, 製造 | 工厂, 制造 | fábrica*, fabric* | fábrica*, fabric* | usine*, fabric* | fabrik*, herstell*
material, part | 재료, 자재, 부품, 소재 | 材料, 部品, 素材, パーツ | 材料, 零件, 配件, 原料 | material*, pieza*, repuesto* | material*, materia*, peça* | matériau*, pièce* | material*, teil, teile, ersatzteil*
quality | 품질 | 品質, 質 | 质量, 品质 | calidad* | qualidade* | qualité* | qualität*
`;
