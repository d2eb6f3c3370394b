/** Times, numbers, units, order and the commonest adjectives; the form of the lines is told in `translations.ts`. */
export const timeAndMeasure = `
date, day | 날짜, 일자, 날, 일 | 日付, 日, 日にち, 日時 | 日期, 日子, 天, 日 | fecha*, día, días | data, datas, dia, dias | date*, jour, jours, journée* | datum, tag, tage, tagen
time, hour | 시간, 시각, 시 | 時間, 時刻, 時 | 时间, 小时, 时刻, 点钟, 几点 | hora, horas, tiempo | hora, horas, tempo | heure*, temps | zeit*, uhr, uhrzeit*, stunde*
minute, second | 분, 초 | 分, 秒 | 分钟, 秒 | minuto*, segundo* | minuto*, segundo* | minute*, seconde* | minute*, sekunde*
today | 오늘, 금일 | 今日, 本日 | 今天, 今日 | hoy | hoje | aujourd, aujourd'hui | heute
tomorrow | 내일, 모레 | 明日, あした | 明天, 后天, 明日 | mañana | amanhã | demain | morgen
yesterday | 어제 | 昨日 | 昨天, 昨日 | ayer | ontem | hier | gestern
week | 주, 주간, 이번 주, 다음 주, 지난주 | 週, 今週, 来週, 先週, 週間 | 周, 星期, 本周, 下周, 上周, 礼拜 | semana*, semanal* | semana* | semaine* | woche*
weekend | 주말 | 週末 | 周末 | finde | | week-end*, weekend* | wochenende*
month | 월, 달, 이번 달, 지난달, 개월 | 月, 今月, 来月, 先月, 月間 | 月, 月份, 本月, 这个月, 下个月, 上个月, 个月 | mes, meses, mensual* | mês, meses, mensa* | mois, mensuel* | monat*
year | 년, 연도, 올해, 작년, 내년, 해 | 年, 今年, 来年, 去年, 年間 | 年, 今年, 明年, 去年, 年度 | año*, anual* | ano, anos, anua* | an, ans, année*, annuel* | jahr*, jährlich*
morning, afternoon, evening, night | 아침, 오전, 오후, 저녁, 밤 | 朝, 午前, 午後, 夕方, 夜, 今夜, 昼 | 早上, 上午, 下午, 晚上, 今晚, 夜里, 中午 | tarde*, noche*, madrugada | manhã*, tarde*, noite* | matin*, soir*, après-midi, nuit* | morgens, vormittag*, nachmittag*, abend*, nacht
monday, tuesday, wednesday, thursday, friday, saturday, sunday, weekday | 월요일, 화요일, 수요일, 목요일, 금요일, 토요일, 일요일, 평일 | 月曜, 火曜, 水曜, 木曜, 金曜, 土曜, 日曜, 月曜日, 火曜日, 水曜日, 木曜日, 金曜日, 土曜日, 日曜日, 平日 | 星期一, 星期二, 星期三, 星期四, 星期五, 星期六, 星期日, 周一, 周二, 周三, 周四, 周五, 周六, 周日, 工作日 | lunes, martes, miércoles, jueves, viernes, sábado*, domingo* | segunda-feira, terça-feira, quarta-feira, quinta-feira, sexta-feira, sábado*, domingo* | lundi*, mardi*, mercredi*, jeudi*, vendredi*, samedi*, dimanche* | montag*, dienstag*, mittwoch*, donnerstag*, freitag*, samstag*, sonntag*, werktag*
now, current | 지금, 현재 | 今, 現在, 今すぐ | 现在, 当前, 目前, 此刻 | ahora, actual* | agora, atua* | maintenant, actuel* | jetzt, aktuell*, derzeit
recent, latest, last | 최근, 최신, 마지막, 지난 | 最近, 最新, 最後, 直近, 前回 | 最近, 最新, 上次, 最后, 近期 | reciente*, último*, última* | recente*, últim* | récent*, dernier*, dernière* | letzt*, neuest*, kürzlich
next, upcoming | 다음, 다가오는, 예정된, 앞으로 | 次, 次回, 今後, これから | 下一个, 下次, 即将, 接下来, 近期 | próxim*, siguiente* | próxim*, seguinte* | prochain*, suivant* | nächst*, kommend*
previous, past | 이전, 과거, 예전 | 以前, 過去, 前 | 以前, 之前, 过去, 上一个 | anterior*, pasad* | anterior*, passad* | précédent*, passé* | vorherig*, vergangen*, frühere*
first, start | 첫, 처음, 첫번째 | 最初, 初めて, 第一, 一番 | 第一, 首先, 最初, 首个 | primer* | primeir* | premier*, première* | erst*
daily, weekly, monthly | 매일, 매주, 매월, 일일, 매달, 월별, 주간, 월간 | 毎日, 毎週, 毎月, 日次, 月次 | 每天, 每周, 每月, 每日, 月度 | diari*, semanal*, mensual* | diári*, semana*, mensa* | quotidien*, hebdomadaire*, mensuel* | täglich*, wöchentlich*, monatlich*
recurring, repeat | 반복, 되풀이, 정기 | 繰り返し, 繰り返す, 定期, 反復 | 重复, 定期, 循环 | recurrente*, repet*, repit* | recorrente*, repet* | récurrent*, répét* | wiederkehr*, wiederhol*
duration, period, interval | 기간, 동안, 주기, 소요시간 | 期間, 間隔, 所要時間 | 期间, 时长, 周期, 间隔 | duraci*, período*, periodo*, intervalo* | duraç*, período*, intervalo* | durée*, période*, intervalle* | dauer*, zeitraum*, zeiträum*, intervall*
timezone | 시간대 | タイムゾーン, 時差 | 时区, 时差 | huso | fuso | fuseau* | zeitzone*
late, overdue, expired | 늦은, 연체, 만료, 지각 | 遅い, 遅刻, 延滞, 期限切れ, 遅れる | 逾期, 过期, 迟到, 晚点 | tarde, vencid*, atrasad* | atrasad*, vencid* | retard*, expiré* | verspät*, überfällig*, abgelaufen*
number, code | 번호, 숫자 | 番号, 数字, ナンバー | 号码, 编号, 数字, 号 | número*, núm | número* | numéro*, nombre* | nummer*, zahl*
average, mean | 평균 | 平均 | 平均 | promedio*, media | média* | moyen* | durchschnitt*
maximum, highest, most, top | 최대, 최고, 가장, 상위 | 最大, 最高, 一番, 上位, 最も | 最大, 最高, 最多, 最, 热门 | máxim*, mejor*, más | máxim*, melhor*, mais | maxim*, meilleur*, plus | maxim*, höchst*, beste*, meist*
minimum, lowest, cheap, cheapest | 최소, 최저, 저렴, 싸다, 최저가 | 最小, 最低, 安い, 最安, 格安, 最安値 | 最小, 最低, 便宜, 最便宜 | mínim*, barat*, económic* | mínim*, barat* | minim*, moins | minim*, niedrigst*, billig*, günstig*
percent, ratio | 퍼센트, 비율 | パーセント, 割合, 比率 | 百分比, 比例, 比率 | porcentaje*, proporci* | porcentage*, proporç* | pourcentage*, proportion* | prozent*, anteil*, verhältnis*
unit, meter, mile, kilogram | 단위, 미터, 킬로 | 単位, メートル, キロ | 单位, 米, 公里, 公斤, 英里 | unidad*, metro*, milla*, kilo* | unidade*, metro*, milha*, quilo* | unité*, mètre*, kilo* | einheit*, meter*, kilo*, meile*
length, width, height, depth | 길이, 너비, 높이, 깊이 | 長さ, 幅, 高さ, 深さ | 长度, 宽度, 高度, 深度 | longitud*, ancho*, altura* | comprimento*, largura*, altura* | longueur*, largeur*, hauteur* | länge*, breite*, höhe*
big, large | 큰, 크다, 대형 | 大きい, 大型 | 大, 大型 | grande* | grande* | grand* | groß*
small, short | 작은, 작다, 짧은, 소형 | 小さい, 短い, 小型 | 小, 短, 小型 | pequeñ*, cort* | pequen*, curt* | petit*, court* | klein*, kurz*
long | 긴, 길다, 오래된 | 長い, 長時間 | 长, 长的 | largo, larga, largos | longo, longa | long, longue* | lang, lange, langen
high, low | 높은, 높다, 낮은, 낮다 | 高い, 低い | 高, 低 | alto, alta, bajo, baja | alto, alta, baixo, baixa | haut*, élevé*, bas, basse* | hoch, hohe*, niedrig*
old, oldest | 오래된, 낡은 | 古い | 旧, 老, 旧的 | viej*, antigu* | velh*, antig* | vieux, vieille*, ancien* | alt, alte, alten, älteste*
good, best | 좋은, 좋다, 최고 | 良い, 最良, ベスト, いい | 好, 最好, 最佳 | buen*, mejor* | bom, boa, melhor* | bon, bonne*, meilleur* | gut, gute*, beste*
bad, wrong, incorrect | 나쁜, 잘못된, 틀린 | 悪い, 間違い, 間違う | 坏, 错误, 不对, 差 | mal, mala, malo, incorrect*, equivocad* | ruim, errad*, incorret* | mauvais*, faux, incorrect* | schlecht*, falsch*
fast, quick | 빠른, 빠르다, 빨리, 신속 | 速い, 早い, 早く, 高速 | 快, 快速, 迅速, 最快 | rápid* | rápid* | rapide*, vite | schnell*
similar, same, related | 비슷한, 유사, 같은, 관련, 동일 | 似る, 類似, 同じ, 関連, 似た | 类似, 相似, 相同, 相关, 一样 | similar*, parecid*, relacionad*, mism* | similar*, parecid*, relacionad*, mesm* | similaire*, semblable*, même, lié* | ähnlich*, gleich*, verwandt*
random | 무작위, 랜덤, 아무 | ランダム, 無作為 | 随机 | aleatori*, azar | aleatóri* | aléatoire*, hasard | zufällig*, zufalls*
public, private | 공개, 비공개, 개인, 사적 | 公開, 非公開, プライベート, 個人 | 公开, 私有, 私人, 个人 | público*, pública*, privad* | público*, pública*, privad* | public*, privé* | öffentlich*, privat*
active, inactive | 활성, 비활성, 활동 중 | 有効, アクティブ, 稼働 | 活跃, 启用中, 有效 | activ*, inactiv*, vigente* | ativ*, inativ*, vigente* | actif*, active*, inactif* | aktiv*, inaktiv*
pending, waiting | 대기, 대기 중, 보류 중, 미결 | 保留中, 待ち, 未処理 | 待处理, 待定, 等待中, 未处理 | pendiente* | pendente* | attente | ausstehend*, offen*
available, empty | 이용 가능, 빈, 남은 | 利用可能, 空, 残り | 可用, 空的, 剩余 | disponib*, vací*, restante* | disponí*, vazi*, restante* | disponib*, vide*, restant* | verfügbar*, leer*, übrig*
important | 중요한, 중요 | 重要, 大事, 大切 | 重要, 要紧 | important* | important* | important* | wichtig*
default, standard | 기본, 기본값, 표준 | デフォルト, 標準, 基本, 既定 | 默认, 标准, 基本, 预设 | predeterminad*, estándar* | padrão, padrões | défaut, standard* | standard*
custom, personal | 사용자 지정, 맞춤, 개인 | カスタム, 個人, 独自 | 自定义, 个人, 定制 | personal*, personaliz* | personaliz*, pessoa* | personnalis*, personnel* | benutzerdefiniert*, persönlich*, individuell*
list, entry, item | 항목, 목록 | 項目, エントリー, リスト | 条目, 项, 列表 | lista*, elemento*, entrada* | lista*, elemento*, entrada* | liste*, élément* | liste*, eintrag*, einträge*, element*
part, section | 부분, 섹션, 장 | 部分, セクション, 章, 節 | 部分, 章节, 段落 | parte*, sección*, secciones | parte*, seção, seções | partie*, section* | teil, teile, abschnitt*, kapitel*
level, rank | 수준, 레벨, 등급, 단계 | レベル, 等級, 水準, 段階 | 级别, 等级, 水平, 阶段 | nivel*, rango* | nível, níveis | niveau*, rang | stufe*, niveau*, rang
reason, cause | 이유, 원인, 사유 | 理由, 原因 | 原因, 理由 | razón*, razones, motivo*, causa* | razão, razões, motivo*, causa* | raison*, cause*, motif* | grund, gründe*, ursache*
example, sample | 예, 예시, 샘플, 견본 | 例, サンプル, 見本 | 例子, 示例, 样本, 样品 | ejemplo*, muestra* | exemplo*, amostra* | exemple*, échantillon* | beispiel*, muster*, probe*
source, origin | 출처, 원본, 출발지 | 出典, 元, 出発地 | 来源, 出处, 始发 | origen*, fuente* | origem*, fonte* | origine*, source* | quelle*, herkunft*, ursprung*
destination, target | 목적지, 도착지, 행선지 | 目的地, 行き先, 宛先 | 目的地, 终点 | destino* | destino* | destination* | ziel*, zielort*
`;
