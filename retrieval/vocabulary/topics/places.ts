/** Travel, transport, maps, places, weather and nature; the form of the lines is told in `translations.ts`. */
export const places = `
travel, trip, tour | 여행, 투어, 관광, 출장 | 旅行, 旅, ツアー, 観光, 出張 | 旅行, 旅游, 出差, 旅程, 观光 | viaj*, excursi*, recorrido* | viage*, viaja*, passeio* | voyage*, excursion*, visite* | reise*, tour*, ausflug*
flight, airline, plane | 항공편, 비행기, 항공권, 항공, 비행 | フライト, 航空券, 便, 飛行機, 航空便, 航空 | 航班, 机票, 飞机, 航空 | vuelo*, avión*, aerolínea* | voo, voos, avião, aéreo* | vol, vols, avion*, aérien* | flug, flüge*, flug*, flugzeug*
airport | 공항 | 空港 | 机场 | aeropuerto* | aeroporto* | aéroport* | flughafen*, flughäfen*
hotel, accommodation, lodging | 호텔, 숙소, 숙박, 펜션, 민박 | ホテル, 宿, 宿泊, 旅館, 民宿 | 酒店, 住宿, 宾馆, 旅馆, 民宿, 饭店 | hotel*, alojamiento*, hospedaje* | hotel*, hoteis, hospedage* | hôtel*, hébergement* | hotel*, unterkunft*, unterkünfte*, übernachtung*
room | 객실, 방 | 客室, 部屋 | 客房, 房间 | habitaci*, cuarto* | quarto* | chambre* | zimmer*
stay, night | 숙박, 투숙, 박 | 泊, 宿泊, 滞在, 夜 | 入住, 晚, 住, 夜 | estancia*, estadía*, noche* | estadia*, noite* | séjour*, nuit* | aufenthalt*, nacht, nächte*
passenger, traveler | 승객, 탑승객, 여행자 | 乗客, 旅客, 搭乗者 | 乘客, 旅客, 旅行者 | pasajer*, viajer* | passageir*, viajante* | passager*, voyageur* | passagier*, fahrgast*, reisende*
seat | 좌석, 자리 | 席, 座席, シート | 座位, 席位, 座 | asiento*, butaca* | assento*, poltrona* | siège*, place* | sitz*, platz, plätze*
boarding, check-in | 탑승, 체크인, 탑승권 | 搭乗, チェックイン, 搭乗券 | 登机, 值机, 办理登机, 登机牌, 入住 | embarque*, embarc* | embarque*, embarc* | embarquement*, enregistrement* | einsteig*, bordkarte*, check-in
luggage, baggage | 수하물, 짐, 캐리어 | 荷物, 手荷物 | 行李 | equipaje*, maleta* | bagage*, mala, malas | bagage*, valise* | gepäck*, koffer*
passport, visa | 여권, 비자 | パスポート, ビザ, 旅券, 査証 | 护照, 签证 | pasaporte*, visad*, visa | passaporte*, visto | passeport*, visa* | reisepass*, reisepäss*, visum, visa
train, railway | 기차, 열차, 철도 | 電車, 列車, 鉄道, 新幹線 | 火车, 列车, 高铁, 铁路, 动车 | tren, trenes, ferrocarril* | trem, trens, ferrovi* | train*, ferroviaire* | zug, züge*, bahn*
subway, metro | 지하철, 전철 | 地下鉄, メトロ | 地铁, 捷运 | metro | metrô, metro | métro* | u-bahn*, ubahn*, metro
bus | 버스 | バス | 公交, 公交车, 巴士, 公车, 大巴, 客车 | autobús*, autobus*, bus, buses, colectivo* | ônibus | bus, autobus, autocar* | bus, busse*
taxi, ride, cab | 택시 | タクシー, 配車 | 出租车, 打车, 的士, 计程车, 叫车, 网约车 | taxi*, carrera* | táxi*, corrida* | taxi*, course* | taxi*, fahrt*
car, vehicle | 자동차, 차량, 차, 승용차 | 車, 車両, 自動車, クルマ | 汽车, 车辆, 车, 轿车 | coche*, carro*, auto, autos, vehículo* | carro*, veículo* | voiture*, véhicule*, auto, autos | auto, autos, wagen, fahrzeug*
bike, bicycle, scooter | 자전거, 킥보드, 따릉이 | 自転車, バイク, スクーター | 自行车, 单车, 电动车, 滑板车 | bici*, patinete* | bicicleta*, bike*, patinete* | vélo*, trottinette* | fahrrad*, fahrräder*, rad, roller*
ship, boat, ferry | 배, 선박, 페리, 여객선 | 船, フェリー, 船舶 | 船, 轮船, 渡轮 | barco*, ferry*, buque* | barco*, navio*, balsa* | bateau*, navire*, ferry* | schiff*, boot*, fähre*
transport, transit | 교통, 대중교통, 운송 | 交通, 交通機関, 輸送, 乗り換え | 交通, 公共交通, 运输, 换乘 | transporte* | transporte* | transport* | verkehr*, transport*, öpnv
station, stop | 역, 정류장, 터미널 | 駅, 停留所, バス停, ステーション | 车站, 站, 站点, 地铁站, 公交站 | estación*, estacion*, parada* | estação, estações, parada*, ponto | gare*, station*, arrêt* | bahnhof*, bahnhöf*, haltestelle*, station*
ticket, pass | 표, 승차권, 티켓, 입장권, 이용권 | 切符, チケット, 乗車券, 入場券, 券 | 票, 车票, 门票, 火车票 | boleto*, billete*, pasaje*, entrada* | bilhete*, passage*, ingresso* | billet*, ticket*, entrée* | fahrkarte*, ticket*, eintrittskarte*, fahrschein*
timetable, schedule | 시간표, 운행 시간, 배차 | 時刻表, ダイヤ, 時間割 | 时刻表, 时间表, 班次, 课程表 | horario* | horário* | horaire* | fahrplan*, fahrpläne*, stundenplan*
fare | 운임, 요금, 차비 | 運賃 | 票价, 车费 | tarifa* | tarifa* | tarif* | fahrpreis*
traffic, congestion | 교통상황, 교통 정보, 정체, 막히다 | 渋滞, 交通情報, 交通状況, 混雑 | 路况, 堵车, 拥堵, 交通状况, 流量 | tráfico*, tránsito, atasco* | trânsito*, tráfego*, engarrafament* | trafic*, circulation*, embouteillage*, bouchon* | verkehr*, stau*
parking | 주차, 주차장 | 駐車, 駐車場, パーキング | 停车, 停车场, 车位 | estacion*, aparca*, parking | estaciona* | parking*, stationn* | park*, parkplatz*, parkplätz*
fuel, gas, charging station | 주유, 주유소, 연료, 충전소, 기름, 충전 | 給油, ガソリン, 燃料, 充電, 充電スタンド, ガソリンスタンド | 加油, 加油站, 燃料, 汽油, 充电桩, 充电 | combustible*, gasolin*, gasolinera* | combustíve*, gasolina*, posto | carburant*, essence, recharge* | kraftstoff*, benzin*, tankstelle*, ladesäule*, ladestation*, tanken
drive, driver | 운전, 기사, 운전사, 드라이버 | 運転, ドライバー, 運転手 | 驾驶, 司机, 开车 | conduc*, maneja*, chofer* | dirig*, motorist*, conduz* | condui*, conduct*, chauffeur* | fahr*, fahrer*
road, street | 도로, 길, 거리 | 道路, 道, 通り | 道路, 街道, 路, 马路 | calle*, camino*, carretera* | rua, ruas, estrada* | rue*, route* | straße*, strasse*, weg
map | 지도, 맵 | 地図, マップ | 地图 | mapa* | mapa* | carte*, plan* | karte*, landkarte*, stadtplan*
route, direction, navigation | 경로, 길찾기, 길 안내, 노선, 가는 길, 방향 | 経路, ルート, 道順, 行き方, 路線, ナビ, 方向 | 路线, 路径, 导航, 怎么走, 线路, 方向 | ruta*, dirección*, camino*, indicaci* | rota*, caminho*, direç* | itinéraire*, route*, chemin*, trajet* | route*, weg, wegbeschreib*, strecke*
location, place, position | 위치, 장소, 곳, 현위치 | 場所, 位置, 現在地, 所, スポット | 位置, 地点, 地方, 场所, 定位 | ubicaci*, lugar*, sitio*, posici* | localizaç*, lugar*, local, locais, posiç* | lieu*, emplacement*, endroit*, position* | ort*, standort*, position*, platz
nearby, near | 근처, 주변, 가까운, 인근, 부근 | 近く, 周辺, 付近, 最寄り, 近所, 近い | 附近, 周边, 最近的, 周围, 就近 | cerca, cercan* | perto, próxim* | proche*, près, proximité | nähe, nahe, nächste*, umgebung
distance | 거리 | 距離 | 距离 | distancia* | distância* | distance* | entfernung*, distanz*
coordinate, latitude, longitude | 좌표, 위도, 경도 | 座標, 緯度, 経度 | 坐标, 经纬度, 纬度, 经度 | coordenada*, latitud*, longitud* | coordenada*, latitude*, longitude* | coordonnée*, latitude*, longitude* | koordinate*, breitengrad*, längengrad*
city, town | 도시, 시내 | 都市, 市, 街, 町 | 城市, 市, 城镇, 市区 | ciudad*, pueblo* | cidade* | ville* | stadt*, städte*
country, nation | 나라, 국가 | 国, 国家 | 国家, 国 | país, países, nacional* | país, países, naciona* | pays, nation* | land, länder*
area, district, neighborhood | 지역, 동네, 구역 | 地域, 地区, エリア, 区域 | 地区, 区域, 小区, 片区 | área*, barrio*, distrito*, zona* | área*, bairro*, zona* | quartier*, zone*, secteur* | gebiet*, gegend*, viertel*, bezirk*
postal code, zip | 우편번호 | 郵便番号 | 邮政编码, 邮编 | postal* | cep, postal* | postal* | postleitzahl*, plz
post office, mail | 우체국, 우편 | 郵便局, 郵便, 郵送 | 邮局, 邮政, 邮寄 | correo* | correios | poste, postal* | post, postamt*
world, global | 세계, 글로벌 | 世界, グローバル | 世界, 全球 | mundo*, mundial* | mundo*, mundia* | monde*, mondia* | welt*, global*
local | 지역, 현지, 동네 | 地元, 現地, ローカル | 本地, 当地, 地方 | local, locales | local, locais | local* | lokal*, örtlich*
restaurant, cafe | 식당, 레스토랑, 맛집, 음식점, 카페 | レストラン, 飲食店, カフェ, 喫茶店, 食堂, 居酒屋 | 餐厅, 餐馆, 饭店, 咖啡馆, 饭馆, 咖啡厅 | restaurante*, café, cafetería* | restaurante*, café, cafeteria* | restaurant*, café, cafés | restaurant*, café, lokal*, gaststätte*
table | 테이블, 자리 | テーブル, 席 | 桌, 桌子, 餐位, 餐桌 | mesa* | mesa* | table* | tisch*
attraction, landmark, sight | 명소, 관광지, 볼거리 | 名所, 観光地, スポット, 見どころ | 景点, 名胜, 景区 | atracci*, monumento*, turístic* | atraç*, atraçõ*, monumento*, turístic* | attraction*, monument*, touristiq* | sehenswürdigkeit*, attraktion*
museum, gallery, exhibition | 박물관, 미술관, 전시, 전시회, 갤러리 | 博物館, 美術館, 展示, 展覧会, ギャラリー | 博物馆, 美术馆, 展览, 画廊 | museo*, galería*, exposici* | museu*, galeria*, exposiç* | musée*, galerie*, exposition* | museum*, museen, galerie*, ausstellung*
park, garden | 공원, 정원 | 公園, 庭, 庭園 | 公园, 花园 | parque*, jardín*, jardin* | parque*, jardim*, jardin* | parc*, jardin* | park*, garten*, gärten*
beach, sea, ocean | 해변, 해수욕장, 해안 | ビーチ, 海, 海岸 | 海滩, 海, 海洋, 沙滩 | playa*, mar, mares, océano* | praia*, mar, mares, oceano* | plage*, mer, mers, océan* | strand*, strände*, meer*
mountain, hiking, trail | 산, 등산, 등산로, 하이킹 | 山, 登山, ハイキング, 山道 | 山, 登山, 徒步, 爬山, 步道 | montaña*, senderis*, sendero*, caminata* | montanha*, trilha*, caminhada* | montagne*, randonnée*, sentier* | berg*, wander*
river, lake | 강, 호수 | 川, 湖 | 河流, 湖, 河 | río, ríos, lago* | rio, rios, lago* | rivière*, lac, lacs, fleuve* | fluss, flüsse*, see, seen
weather, forecast | 날씨, 기상, 예보, 일기예보 | 天気, 予報, 天気予報, 天候, 気象 | 天气, 预报, 气象, 天气预报 | clima*, tiempo, pronóstico* | clima*, tempo, previs* | météo*, temps, prévision* | wetter*, vorhersag*
temperature | 온도, 기온 | 温度, 気温 | 温度, 气温 | temperatura* | temperatura* | température* | temperatur*
rain, umbrella | 비, 강수, 강우, 우산, 강수량 | 雨, 降水, 傘, 降水量 | 雨, 下雨, 降雨, 雨伞, 降水 | lluvi*, llov*, llueve*, paraguas | chuv*, chov*, guarda-chuva | pluie*, pleuv*, pleut, parapluie* | regen*, regn*
snow | 눈, 적설 | 雪, 積雪 | 雪, 下雪 | nieve*, nev* | neve*, nev* | neige* | schnee*, schnei*
wind, storm, typhoon | 바람, 태풍, 폭풍 | 風, 台風, 嵐, 強風 | 风, 台风, 暴风, 风力, 风暴 | viento*, tormenta*, huracán* | vento*, tempestad*, furac* | vent, vents, tempête*, orage* | wind*, sturm*, stürm*
sunny, sun, cloud | 맑음, 햇빛, 구름, 흐림 | 晴れ, 太陽, 曇り, 雲 | 晴, 晴天, 太阳, 多云, 阴天 | sol, soleado*, nub* | sol, ensolarad*, nuve*, nublad* | soleil*, ensoleill*, nuage* | sonne*, sonnig*, wolke*, bewölk*
sunrise, sunset | 일출, 일몰, 해돋이 | 日の出, 日の入り, 日没 | 日出, 日落 | amanec*, atardec*, puesta | nascer, pôr | lever, coucher | sonnenaufgang*, sonnenuntergang*
humidity | 습도 | 湿度 | 湿度 | humedad* | umidade*, humidade* | humidité* | luftfeucht*
air quality, pollution | 대기질, 미세먼지, 공기질, 오염 | 大気, 大気質, 大気汚染, 空気, 汚染 | 空气质量, 空气, 雾霾, 污染 | aire, contamina*, calidad | ar, poluiç*, qualidade | air, pollution*, qualité | luft*, luftqualität, verschmutz*
earthquake, disaster, emergency | 지진, 재난, 재해, 비상, 응급 | 地震, 災害, 緊急, 非常 | 地震, 灾害, 紧急, 应急 | terremoto*, sismo*, desastre*, emergencia* | terremoto*, desastre*, emergência* | séisme*, catastrophe*, urgence* | erdbeben*, katastrophe*, notfall*
water | 물, 수도 | 水, 水道 | 水, 自来水 | agua* | água* | eau* | wasser*
energy, electricity, power | 에너지, 전기, 전력 | エネルギー, 電気, 電力 | 能源, 电, 电力, 能量, 用电 | energía*, electric*, luz | energia*, elétric*, eletric*, luz | énergie*, électri* | energie*, strom*, elektr*
waste, garbage, recycling | 쓰레기, 재활용, 분리수거, 폐기물 | ゴミ, ごみ, リサイクル, 廃棄物 | 垃圾, 回收, 废物 | basura*, recicl*, residuo* | lixo*, recicl*, resíduo* | déchet*, ordure*, recycl*, poubelle* | müll*, abfall*, recycl*
animal, pet, dog, cat | 동물, 반려동물, 강아지, 고양이, 애완동물, 개 | 動物, ペット, 犬, 猫 | 动物, 宠物, 狗, 猫 | animal*, mascota*, perr*, gato* | anima*, estimação, cachorr*, gato* | anim*, chien*, chat, chats | tier*, haustier*, hund*, katze*
plant, flower, tree | 식물, 꽃, 나무, 화분 | 植物, 花, 木 | 植物, 花, 树 | planta*, flor, flores, árbol* | planta*, flor, flores, árvore* | plante*, fleur*, arbre* | pflanze*, blume*, baum, bäume*
government, public, citizen | 정부, 공공, 시민, 민원, 관공서 | 政府, 公共, 市民, 役所, 行政 | 政府, 公共, 市民, 公民, 政务 | gobierno*, públic*, ciudadan* | governo*, públic*, cidad* | gouvernement*, publi*, citoyen* | regierung*, öffentlich*, bürger*
police, fire | 경찰, 소방, 화재 | 警察, 消防, 火事 | 警察, 报警, 消防, 火灾 | policía*, bomber*, incendio* | polícia*, bombeir*, incêndio* | police*, pompier*, incendie* | polizei*, feuerwehr*, brand, brände*
library | 도서관 | 図書館 | 图书馆 | biblioteca* | biblioteca* | bibliothèque* | bibliothek*, bücherei*
church, temple | 교회, 절, 성당 | 教会, 寺, 神社, お寺 | 教堂, 寺庙 | iglesia*, templo* | igreja*, templo* | église*, temple* | kirche*, tempel*
facility, building, floor | 시설, 건물, 층 | 施設, 建物, ビル, 階 | 设施, 建筑, 大楼, 楼层 | instalaci*, edificio*, planta*, piso* | instalaç*, prédio*, edifício*, andar* | installation*, bâtiment*, étage* | anlage*, gebäude*, stockwerk*, etage*
`;
